package dev.tidemill.spike.trinostart;

import io.trino.plugin.hive.HivePlugin;
import io.trino.plugin.memory.MemoryPlugin;
import io.trino.plugin.tpch.TpchPlugin;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.TestingSession;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Map;

/**
 * Child process: a coordinator alone, on a free loopback port that it prints; SIGTERM or the end of
 * its parent ends it.
 */
public final class ServerProcess {
  public static void main(String[] args) throws Exception {
    // The server's logging replaces System.out and would turn the address into a log line.
    PrintStream out = System.out;
    var session = TestingSession.testSessionBuilder().setCatalog("tpch").setSchema("tiny").build();
    var trino = DistributedQueryRunner.builder(session).setWorkerCount(0).build();
    Runtime.getRuntime().addShutdownHook(new Thread(trino::close));
    trino.installPlugin(new TpchPlugin());
    trino.createCatalog("tpch", "tpch", Map.of());
    trino.installPlugin(new MemoryPlugin());
    trino.createCatalog("memory", "memory", Map.of());
    trino.installPlugin(new HivePlugin());
    trino.createCatalog(
        "hive",
        "hive",
        Map.of(
            "hive.metastore", "file",
            "hive.metastore.catalog.dir", "local:///warehouse",
            "fs.native-local.enabled", "true",
            "local.location", args[0]));
    out.println("url " + trino.getCoordinator().getBaseUrl());
    // The end of standard input means that the parent is gone.
    System.in.transferTo(OutputStream.nullOutputStream());
    System.exit(0);
  }
}
