package dev.tidemill.spike.opensearchembedded;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.codelibs.opensearch.runner.OpenSearchRunner;
import org.opensearch.http.HttpServerTransport;

/**
 * Child process: one node on loopback, on a free port that it prints; SIGTERM or the end of its
 * parent ends it.
 */
public final class NodeProcess {
  public static void main(String[] args) throws Exception {
    // The node's logging replaces System.out and would turn the port into a log line.
    PrintStream out = System.out;
    var runner = new OpenSearchRunner();
    runner
        .onBuild(
            (number, settings) -> {
              settings.put("network.host", "127.0.0.1");
              settings.put("http.port", "0");
              settings.put("transport.port", "0");
              // No discovery.type single-node: the runner names the initial cluster managers, and
              // the two settings exclude each other.
              // A nearly full disk would make indexes read-only; not what a test is about.
              settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
            })
        .build(
            OpenSearchRunner.newConfigs()
                .basePath(Path.of(args[0]).toString())
                .clusterName("spike")
                .numOfNode(1));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(runner)));
    var http = runner.getInstance(HttpServerTransport.class);
    out.println("port " + http.boundAddress().publishAddress().getPort());
    // The end of standard input means that the parent is gone.
    System.in.transferTo(OutputStream.nullOutputStream());
    System.exit(0);
  }

  private static void close(OpenSearchRunner runner) {
    try {
      runner.close();
    } catch (Exception e) {
      e.printStackTrace();
    }
  }
}
