package dev.tidemill.sources.node;

import java.io.OutputStream;
import java.io.PrintStream;
import org.codelibs.opensearch.runner.OpenSearchRunner;
import org.opensearch.http.HttpServerTransport;

/**
 * One OpenSearch node on loopback, on a free port that it prints. Run from its source by the tests,
 * with a class path of its own; ends with its standard input. Argument: its folder.
 */
final class OpenSearchNode {
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
              settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
            })
        .build(
            OpenSearchRunner.newConfigs().basePath(args[0]).clusterName("tests").numOfNode(1));
    var http = runner.getInstance(HttpServerTransport.class);
    out.println("port " + http.boundAddress().publishAddress().getPort());
    System.in.transferTo(OutputStream.nullOutputStream());
    Runtime.getRuntime().halt(0);
  }
}
