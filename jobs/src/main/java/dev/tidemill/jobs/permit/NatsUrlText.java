package dev.tidemill.jobs.permit;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code nats://user:password@host:port,host:port?replicas=3}. */
final class NatsUrlText {
  private static final int USUAL_PORT = 4222;
  private static final Pattern REPLICAS = Pattern.compile("replicas=([1-5])");

  private NatsUrlText() {}

  static QueueUrl.Nats parse(String text) {
    String scheme = text.substring(0, text.indexOf("://") + 3);
    String rest = text.substring(scheme.length());
    int query = rest.indexOf('?');
    int replicas = query < 0 ? 1 : replicas(rest.substring(query + 1));
    String places = query < 0 ? rest : rest.substring(0, query);
    String login = null;
    var servers = new ArrayList<String>();
    for (String part : List.of(places.split(",", -1))) {
      URI uri = place(scheme, part);
      if (uri.getRawUserInfo() != null) {
        if (login != null && !login.equals(uri.getRawUserInfo())) {
          throw wrong("the queue's servers have different logins", null);
        }
        login = uri.getRawUserInfo();
      }
      int port = uri.getPort() < 0 ? USUAL_PORT : uri.getPort();
      servers.add(scheme + uri.getHost() + ":" + port);
    }
    if (login == null) {
      return new QueueUrl.Nats(servers, null, null, replicas);
    }
    int colon = login.indexOf(':');
    return colon < 0
        ? new QueueUrl.Nats(servers, null, decode(login), replicas)
        : new QueueUrl.Nats(
            servers,
            decode(login.substring(0, colon)),
            decode(login.substring(colon + 1)),
            replicas);
  }

  private static URI place(String scheme, String part) {
    URI uri;
    try {
      uri = new URI(part.startsWith(scheme) ? part : scheme + part);
    } catch (URISyntaxException e) {
      throw wrong("the queue's address cannot be read", e.getReason());
    }
    if (uri.getHost() == null) {
      throw wrong("the queue's address lacks a host", null);
    }
    if (uri.getRawPath() != null && !uri.getRawPath().replace("/", "").isEmpty()) {
      throw wrong("the queue's address has a path, which means nothing to NATS", null);
    }
    return uri;
  }

  private static int replicas(String query) {
    Matcher known = REPLICAS.matcher(query);
    if (!known.matches()) {
      throw wrong("the queue's address has a setting that nobody knows", "only replicas=1…5 is");
    }
    return Integer.parseInt(known.group(1));
  }

  private static TidemillException wrong(String what, @Nullable String why) {
    Problem problem =
        Problem.of(CoreError.INVALID_CONFIG, what)
            .field("queue")
            .next("use nats://user@host:4222; encode odd characters in the password as %XX");
    return (why == null ? problem : problem.cause(why)).exception();
  }

  private static String decode(String part) {
    return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
