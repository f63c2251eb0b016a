package dev.tidemill.sources.bigquery;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.api.client.googleapis.json.GoogleJsonResponseException;
import com.google.api.client.http.HttpRequest;
import com.google.api.client.http.HttpRequestInitializer;
import com.google.api.client.http.javanet.NetHttpTransport;
import com.google.api.client.json.gson.GsonFactory;
import com.google.api.services.bigquery.Bigquery;
import com.google.api.services.bigquery.BigqueryRequest;
import com.google.api.services.bigquery.BigqueryScopes;
import com.google.api.services.bigquery.model.ErrorProto;
import com.google.api.services.bigquery.model.Job;
import com.google.api.services.bigquery.model.JobReference;
import com.google.api.services.bigquery.model.Table;
import com.google.api.services.bigquery.model.TableDataList;
import com.google.auth.http.HttpCredentialsAdapter;
import com.google.auth.oauth2.GoogleCredentials;
import com.google.auth.oauth2.ServiceAccountCredentials;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.Backoff;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.sources.Credential;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** BigQuery's REST API as far as it is needed. What fails in passing is tried again for a while. */
final class BigQueryCalls {
  private static final Backoff AGAIN =
      new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10), 0.25);
  private static final Backoff LOOK =
      new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5), 0.1);
  private static final int TRIES = 6;
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration READ = Duration.ofMinutes(2);
  private static final List<Integer> PASSING = List.of(429, 500, 502, 503, 504);

  private final Bigquery client;
  private final String project;
  private final TimeSource time;
  private volatile boolean cancelled;

  BigQueryCalls(
      String endpoint, boolean login, String project, Credential credential, TimeSource time) {
    this.project = project;
    this.time = time;
    HttpRequestInitializer adapter = login ? loggedIn(credential) : request -> {};
    client =
        new Bigquery.Builder(
                new NetHttpTransport(),
                GsonFactory.getDefaultInstance(),
                request -> initialise(request, adapter))
            .setRootUrl(endpoint)
            .setApplicationName("tidemill")
            .build();
  }

  private static void initialise(HttpRequest request, HttpRequestInitializer login)
      throws IOException {
    login.initialize(request);
    request.setConnectTimeout((int) CONNECT.toMillis());
    request.setReadTimeout((int) READ.toMillis());
    request.setFollowRedirects(false);
  }

  /** A key that was given, or what this machine is logged in with. */
  private static HttpRequestInitializer loggedIn(Credential credential) {
    try {
      GoogleCredentials credentials =
          credential.isEmpty()
              ? GoogleCredentials.getApplicationDefault()
              : ServiceAccountCredentials.fromStream(
                  new ByteArrayInputStream(credential.reveal().getBytes(UTF_8)));
      return new HttpCredentialsAdapter(credentials.createScoped(BigqueryScopes.BIGQUERY));
    } catch (IOException e) {
      throw BigQueryErrors.noLogin(credential.isEmpty());
    }
  }

  /** The table a source names. */
  Table table(ResultTable of) {
    return call(client -> client.tables().get(of.project(), of.dataset(), of.table()), of.table());
  }

  /** The table that holds a query's result. */
  Table result(ResultTable of) {
    try {
      return table(of);
    } catch (TidemillException e) {
      throw BigQueryErrors.ofResult(e);
    }
  }

  long rows(ResultTable of) {
    BigInteger rows = result(of).getNumRows();
    return rows == null ? 0 : rows.longValueExact();
  }

  TableDataList page(ResultTable of, long from, long most) {
    try {
      return call(
          client ->
              client
                  .tabledata()
                  .list(of.project(), of.dataset(), of.table())
                  .setStartIndex(BigInteger.valueOf(from))
                  .setMaxResults(most)
                  .setFormatOptionsUseInt64Timestamp(true),
          of.table());
    } catch (TidemillException e) {
      throw BigQueryErrors.ofResult(e);
    }
  }

  /**
   * Runs a query to its end. It is named before it is sent, so that one whose answer was lost is
   * found and not run again.
   */
  ResultTable run(Job query) {
    String id = "tidemill_" + UUID.randomUUID();
    query.setJobReference(new JobReference().setProjectId(project).setJobId(id));
    Job job = start(query, id);
    for (int looks = 1; !"DONE".equals(job.getStatus().getState()); looks++) {
      if (!rest(LOOK, looks)) {
        giveUp(id, job);
        throw BigQueryErrors.interrupted();
      }
      job = find(id, location(job));
    }
    ErrorProto error = job.getStatus().getErrorResult();
    if (error != null) {
      throw BigQueryErrors.ofQuery(error);
    }
    return ResultTable.of(job.getConfiguration().getQuery().getDestinationTable());
  }

  private Job start(Job query, String id) {
    try {
      return call(client -> client.jobs().insert(project, query), "the query");
    } catch (TidemillException e) {
      if (BigQueryErrors.existedAlready(e)) {
        return find(id, null);
      }
      throw e;
    }
  }

  private Job find(String id, @Nullable String location) {
    return call(client -> client.jobs().get(project, id).setLocation(location), "the query");
  }

  private static @Nullable String location(Job job) {
    return job.getJobReference() == null ? null : job.getJobReference().getLocation();
  }

  private void giveUp(String id, Job job) {
    try {
      client.jobs().cancel(project, id).setLocation(location(job)).execute();
    } catch (IOException e) {
      // It ends by itself; nobody reads its result.
    }
  }

  private interface Call<T> {
    BigqueryRequest<T> of(Bigquery client) throws IOException;
  }

  private <T> T call(Call<T> call, String what) {
    for (int tries = 1; ; tries++) {
      try {
        return call.of(client).execute();
      } catch (GoogleJsonResponseException e) {
        if (tries >= TRIES || !PASSING.contains(e.getStatusCode())) {
          throw BigQueryErrors.of(e, what);
        }
      } catch (IOException e) {
        if (tries >= TRIES) {
          throw BigQueryErrors.unreachable(e);
        }
      }
      if (!rest(AGAIN, tries)) {
        throw BigQueryErrors.interrupted();
      }
    }
  }

  /** False when this was called off. */
  private boolean rest(Backoff backoff, int tries) {
    if (cancelled) {
      return false;
    }
    try {
      time.sleep(backoff.after(tries, RandomGenerator.getDefault()));
      return !cancelled;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  void cancel() {
    cancelled = true;
  }

  boolean cancelled() {
    return cancelled;
  }
}
