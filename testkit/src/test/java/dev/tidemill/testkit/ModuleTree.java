package dev.tidemill.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** The modules of the repository as their poms and sources have them, and what is wrong there. */
record ModuleTree(Path root, List<String> modules) {

  static ModuleTree of(Path root) throws Exception {
    Element pom = pom(root);
    return new ModuleTree(root, texts(children(pom, "modules"), "module"));
  }

  /** A module may use those listed before it: that leaves no room for a cycle either. */
  List<String> wrongDirections() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (String module : modules) {
      List<String> before = modules.subList(0, modules.indexOf(module));
      for (String used : usedBy(module)) {
        if (!before.contains(used)) {
          wrong.add(module + " uses " + used + ", which is not listed before it in the root pom");
        }
      }
    }
    return wrong;
  }

  /** Compile and test edges alike, test-jars included: a reactor cannot build either in a cycle. */
  List<String> usedBy(String module) throws Exception {
    return children(pom(root.resolve(module)), "dependencies").stream()
        .flatMap(list -> children(List.of(list), "dependency").stream())
        .filter(dependency -> texts(List.of(dependency), "groupId").contains("dev.tidemill"))
        .flatMap(dependency -> texts(List.of(dependency), "artifactId").stream())
        .distinct()
        .toList();
  }

  List<String> filesInForeignPackages() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (String module : modules) {
      String own = "dev.tidemill." + module;
      for (Path file : javaFiles(root.resolve(module).resolve("src"))) {
        String name = packageOf(file);
        if (!name.equals(own) && !name.startsWith(own + ".")) {
          wrong.add(root.relativize(file) + " is in package '" + name + "', not in " + own);
        }
      }
    }
    return wrong;
  }

  List<String> packagesWithoutNullMarked() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (String module : modules) {
      List<Path> folders =
          javaFiles(root.resolve(module).resolve("src/main/java")).stream()
              .map(file -> file.resolveSibling("package-info.java"))
              .distinct()
              .toList();
      for (Path info : folders) {
        if (!Files.exists(info) || !Files.readString(info).contains("@NullMarked\npackage ")) {
          wrong.add(root.relativize(info) + " does not exist or is not @NullMarked");
        }
      }
    }
    return wrong;
  }

  private static String packageOf(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith("package "))
          .map(line -> line.substring("package ".length()).replace(";", "").strip())
          .findFirst()
          .orElse("");
    }
  }

  private static List<Path> javaFiles(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  private static Element pom(Path folder) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(folder.resolve("pom.xml").toFile())
        .getDocumentElement();
  }

  private static List<Element> children(Element parent, String name) {
    NodeList nodes = parent.getChildNodes();
    return IntStream.range(0, nodes.getLength())
        .<Node>mapToObj(nodes::item)
        .filter(node -> node instanceof Element && node.getNodeName().equals(name))
        .map(Element.class::cast)
        .toList();
  }

  private static List<Element> children(List<Element> parents, String name) {
    return parents.stream().flatMap(parent -> children(parent, name).stream()).toList();
  }

  private static List<String> texts(List<Element> parents, String name) {
    return children(parents, name).stream().map(e -> e.getTextContent().strip()).toList();
  }
}
