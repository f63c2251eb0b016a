package dev.tidemill.cli.command;

import dev.tidemill.adapters.kubernetes.KubernetesSettings;
import dev.tidemill.adapters.kubernetes.PodTemplate;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code adapter start kubernetes} can be told. */
final class KubernetesOptions {
  static final String KIND = "kubernetes";

  @Option(
      names = "--namespace",
      paramLabel = "NAME",
      description = "kubernetes: where its pods are (default: default).")
  private @Nullable String namespace;

  @Option(names = "--image", paramLabel = "IMAGE", description = "kubernetes: what workers run.")
  private @Nullable String image;

  @Option(
      names = "--pod-template",
      paramLabel = "FILE",
      description =
          "kubernetes: a Pod in YAML in place of --image; also where a token comes from, by a"
              + " secret.")
  private @Nullable String template;

  @Option(
      names = "--resource",
      paramLabel = "NAME=AMOUNT",
      description = "kubernetes, with --image: cpu=2, memory=4Gi; requested and limit.")
  private Map<String, String> resources = new LinkedHashMap<>();

  @Option(
      names = "--service-account",
      paramLabel = "NAME",
      description = "kubernetes, with --image: that of the pods.")
  private @Nullable String account;

  void requireUnusedBy(String kind) {
    boolean used =
        namespace != null
            || image != null
            || template != null
            || !resources.isEmpty()
            || account != null;
    if (used && !kind.equals(KIND)) {
      throw AdapterOptions.wrong(
          "options for kubernetes were given to an adapter of kind %s".formatted(kind));
    }
  }

  KubernetesSettings settings(AdapterRun.Ground ground, Path folder) {
    return new KubernetesSettings(
        ground.id(),
        namespace == null ? "default" : namespace,
        template(ground, folder),
        KubernetesSettings.PENDING_LIMIT);
  }

  private PodTemplate template(AdapterRun.Ground ground, Path folder) {
    if ((image == null) == (template == null)) {
      throw AdapterOptions.wrong("either --image or --pod-template says what workers are made of");
    }
    if (template != null) {
      return new PodTemplate.File(folder.resolve(template));
    }
    if (ground.server().token() != null) {
      throw AdapterOptions.wrong(
          "a token would be readable in the pods; use --pod-template with a secret");
    }
    return new PodTemplate.Image(
        String.valueOf(image),
        List.of("worker", "start"),
        ground.environment(),
        resources,
        account == null ? "" : account,
        Map.of());
  }
}
