package dev.tidemill.adapters.kubernetes;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What pods are made from. */
public sealed interface PodTemplate {

  /**
   * A Pod, or a PodTemplate object, in YAML. The worker is the container called {@code worker},
   * else the first.
   */
  record File(Path yaml) implements PodTemplate {}

  /**
   * One container.
   *
   * @param args given to the image's command
   * @param resources requests and limits alike, e.g. {@code cpu} and {@code memory}
   * @param serviceAccount empty for the namespace's default
   * @param labels beside those of the adapter
   */
  record Image(
      String image,
      List<String> args,
      Map<String, String> environment,
      Map<String, String> resources,
      String serviceAccount,
      Map<String, String> labels)
      implements PodTemplate {
    public Image {
      args = List.copyOf(args);
      environment = Map.copyOf(environment);
      resources = Map.copyOf(resources);
      labels = Map.copyOf(labels);
      if (image.isBlank()) {
        throw new IllegalArgumentException("the image of the workers is missing");
      }
    }

    /** {@code worker start} of an image, and nothing else. */
    public static Image of(String image) {
      return new Image(image, List.of("worker", "start"), Map.of(), Map.of(), "", Map.of());
    }
  }
}
