package dev.tidemill.sources.opensearch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.sources.SourcePolicy;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceUri;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/** Requests to one server, one at a time but for {@link #cancel}. Follows no redirects. */
final class OpenSearchHttp implements AutoCloseable {
  /** Numbers stay what they are. */
  static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private static final int USUAL_PORT = 9200;
  private static final int CONNECT_SECONDS = 10;
  private static final int ANSWER_SECONDS = 120;

  private final String base;
  private final @Nullable String login;
  private final CloseableHttpClient client;
  private volatile @Nullable HttpUriRequestBase current;
  private volatile boolean cancelled;

  OpenSearchHttp(SourceRequest request) {
    SourceUri uri = request.uri();
    boolean tls = uri.tls().equals("require") || uri.tls().equals("verify-full");
    int port = uri.port() == 0 ? USUAL_PORT : uri.port();
    base = "%s://%s:%d".formatted(tls ? "https" : "http", uri.host(), port);
    login = uri.user().isEmpty() ? null : basic(uri.user(), request.credential().reveal());
    client =
        HttpClients.custom()
            .setConnectionManager(
                PoolingHttpClientConnectionManagerBuilder.create()
                    .setDnsResolver(new Guarded())
                    .setDefaultConnectionConfig(
                        ConnectionConfig.custom()
                            .setConnectTimeout(CONNECT_SECONDS, TimeUnit.SECONDS)
                            .setSocketTimeout(ANSWER_SECONDS, TimeUnit.SECONDS)
                            .build())
                    .build())
            .setDefaultRequestConfig(
                RequestConfig.custom().setResponseTimeout(ANSWER_SECONDS, TimeUnit.SECONDS).build())
            .disableRedirectHandling()
            .disableCookieManagement()
            .build();
  }

  /** An answer, and how long it was. */
  record Answer(JsonNode json, int bytes) {}

  JsonNode call(String method, String path, @Nullable JsonNode body) {
    return ask(method, path, body).json();
  }

  Answer ask(String method, String path, @Nullable JsonNode body) {
    if (cancelled) {
      throw OpenSearchErrors.cancelled();
    }
    var request = new HttpUriRequestBase(method, URI.create(base + path));
    if (login != null) {
      request.setHeader("Authorization", login);
    }
    if (body != null) {
      request.setEntity(new StringEntity(body.toString(), ContentType.APPLICATION_JSON));
    }
    current = request;
    try {
      return client.execute(
          request,
          response -> {
            byte[] bytes =
                response.getEntity() == null
                    ? new byte[0]
                    : EntityUtils.toByteArray(response.getEntity());
            if (response.getCode() >= 300) {
              throw OpenSearchErrors.answered(response.getCode(), bytes, path);
            }
            return new Answer(JSON.readTree(bytes), bytes.length);
          });
    } catch (IOException e) {
      throw cancelled ? OpenSearchErrors.cancelled() : OpenSearchErrors.unreachable(base, e);
    } finally {
      current = null;
    }
  }

  /** Ends what runs and refuses what comes; from any thread. */
  void cancel() {
    cancelled = true;
    HttpUriRequestBase running = current;
    if (running != null) {
      running.cancel();
    }
  }

  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
  }

  static String escaped(String segment) {
    return URLEncoder.encode(segment, UTF_8).replace("+", "%20");
  }

  private static String basic(String user, String password) {
    return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
  }

  /** Looks at the numbers that are connected to, whatever a name means by then. */
  private static final class Guarded extends SystemDefaultDnsResolver {
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      InetAddress[] found = super.resolve(host);
      for (InetAddress address : found) {
        SourcePolicy.check(address);
      }
      return found;
    }
  }
}
