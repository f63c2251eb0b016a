package dev.tidemill.adapters.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.api.model.Preconditions;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.http.Buffer;
import io.fabric8.mockwebserver.http.Dispatcher;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * TEST DOUBLE: the API server that comes with the client library, with what it lacks: it heeds
 * preconditions, cuts lists into pages, fails when told to and remembers who asked for what.
 */
final class ApiServer extends Dispatcher implements AutoCloseable {
  private static final Pattern CONTINUE = Pattern.compile("[?&]continue=(\\d+)");

  private final KubernetesCrudDispatcher objects = new KubernetesCrudDispatcher();
  private final MockWebServer web = new MockWebServer();
  private final Map<String, Status> faults = new ConcurrentHashMap<>();
  private final List<String> requests = new ArrayList<>();
  private volatile int pageSize = Integer.MAX_VALUE;

  ApiServer() {
    web.setDispatcher(this);
    web.start();
  }

  KubernetesClient client() {
    var config =
        new ConfigBuilder(KubernetesAdapter.impatient(Config.empty()))
            .withMasterUrl(web.url("/").toString())
            .withHttp2Disable(true)
            .withRequestRetryBackoffInterval(1)
            .build();
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  /** From now on answers requests of this kind so; 0 heals. */
  void answer(String method, int code, String reason) {
    if (code == 0) {
      faults.remove(method);
    } else {
      faults.put(method, status(code, reason));
    }
  }

  void pageSize(int size) {
    pageSize = size;
  }

  synchronized List<String> requests(String method) {
    return requests.stream().filter(r -> r.startsWith(method)).toList();
  }

  @Override
  public MockResponse dispatch(RecordedRequest request) {
    synchronized (this) {
      requests.add(
          "%s %s %s".formatted(request.getMethod(), request.getPath(), text(request.getBody())));
    }
    Status fault = faults.get(request.getMethod());
    if (fault != null) {
      return answer(fault);
    }
    if (request.getMethod().equals("DELETE") && !holds(request)) {
      return answer(status(409, "Conflict"));
    }
    MockResponse response = objects.dispatch(request);
    if (request.getMethod().equals("POST") && response.code() == 409) {
      return answer(status(409, "AlreadyExists"));
    }
    boolean list = request.getMethod().equals("GET") && request.getPath().contains("/pods?");
    return list ? page(response, request.getPath()) : response;
  }

  private boolean holds(RecordedRequest delete) {
    String body = text(delete.getBody());
    DeleteOptions options =
        body.isEmpty() ? null : Serialization.unmarshal(body, DeleteOptions.class);
    Preconditions wanted = options == null ? null : options.getPreconditions();
    Pod there = wanted == null ? null : pod(delete.getPath());
    return wanted == null
        || there == null
        || (same(wanted.getUid(), there.getMetadata().getUid())
            && same(wanted.getResourceVersion(), there.getMetadata().getResourceVersion()));
  }

  private @Nullable Pod pod(String path) {
    MockResponse found = objects.handleGet(path);
    return found.code() == 200 ? Serialization.unmarshal(text(found.getBody()), Pod.class) : null;
  }

  private static boolean same(@Nullable String wanted, String real) {
    return wanted == null || wanted.equals(real);
  }

  private MockResponse page(MockResponse whole, String path) {
    PodList all = Serialization.unmarshal(text(whole.getBody()), PodList.class);
    Matcher from = CONTINUE.matcher(path);
    int start = from.find() ? Integer.parseInt(from.group(1)) : 0;
    int end = (int) Math.min(all.getItems().size(), (long) start + pageSize);
    if (end < all.getItems().size()) {
      all.getMetadata().setContinue(Integer.toString(end));
    }
    all.setItems(new ArrayList<>(all.getItems().subList(start, end)));
    return new MockResponse().setResponseCode(200).setBody(Serialization.asJson(all));
  }

  /** Reading it as text would use it up. */
  private static String text(@Nullable Buffer body) {
    return body == null ? "" : new String(body.getBytes(), UTF_8);
  }

  private static MockResponse answer(Status status) {
    return new MockResponse()
        .setResponseCode(status.getCode())
        .setBody(Serialization.asJson(status));
  }

  private static Status status(int code, String reason) {
    return new StatusBuilder()
        .withCode(code)
        .withReason(reason)
        .withStatus("Failure")
        .withMessage(reason + " by the test")
        .build();
  }

  @Override
  public void close() {
    web.shutdown();
  }
}
