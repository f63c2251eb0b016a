package dev.tidemill.cli.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Are the ports of a server and a worker free? */
public final class PortsCheck implements Check {
  private final Map<Integer, String> ports;

  public PortsCheck(Map<Integer, String> ports) {
    this.ports = new TreeMap<>(ports);
  }

  public static PortsCheck standard() {
    return new PortsCheck(
        Map.of(3001, "API", 3002, "gRPC", 9090, "worker", 9091, "worker control"));
  }

  @Override
  public String name() {
    return "ports";
  }

  @Override
  public Finding look() {
    List<String> taken = new ArrayList<>();
    ports.forEach(
        (port, use) -> {
          try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            socket.setReuseAddress(true);
          } catch (IOException e) {
            taken.add(port + " (" + use + ")");
          }
        });
    return taken.isEmpty()
        ? Finding.ok(ports.keySet() + " are free")
        : Finding.warn(
            "in use: " + String.join(", ", taken),
            "if that is not Tidemill, choose others with --http-port, --grpc-port, --control-port");
  }
}
