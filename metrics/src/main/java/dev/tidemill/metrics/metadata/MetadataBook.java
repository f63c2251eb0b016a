package dev.tidemill.metrics.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.jobs.Documents;
import dev.tidemill.jobs.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is known about metrics, the latest word on each. Thread-safe, also between processes. */
public final class MetadataBook {
  private static final Logger log = LoggerFactory.getLogger(MetadataBook.class);
  private static final String KIND = "metric_metadata";
  private static final int PAGE = 1000;

  /** A sender with a fault could name metrics without end. */
  private static final int MOST = 20_000;

  private final Documents documents;
  private final String tenant;

  /** What this process has written, so that hearing it again costs nothing. */
  private final Map<String, Metadata> written = new ConcurrentHashMap<>();

  public MetadataBook(Documents documents, String tenant) {
    this.documents = documents;
    this.tenant = tenant;
  }

  public void learn(Map<String, Metadata> news) {
    news.forEach(
        (metric, metadata) -> {
          if (metadata.equals(written.get(metric))) {
            return;
          }
          if (written.size() >= MOST) {
            log.warn("Metadata of {} is not kept: there are {} metrics already", metric, MOST);
            return;
          }
          documents.put(tenant, KIND, metric, text(metadata), null);
          written.put(metric, metadata);
        });
  }

  public Optional<Metadata> find(String metric) {
    return documents.find(tenant, KIND, metric).map(document -> read(document.body()));
  }

  /** In the order of names. */
  public SortedMap<String, Metadata> all() {
    var all = new TreeMap<String, Metadata>();
    String after = "";
    for (List<Documents.Document> page = page(after); !page.isEmpty(); page = page(after)) {
      page.forEach(document -> all.put(document.name(), read(document.body())));
      after = page.getLast().name();
    }
    return all;
  }

  private List<Documents.Document> page(String after) {
    return documents.list(tenant, KIND, after, PAGE);
  }

  private static String text(Metadata metadata) {
    return Json.write(
        Json.object()
            .put("type", metadata.type())
            .put("help", metadata.help())
            .put("unit", metadata.unit()));
  }

  private static Metadata read(String body) {
    JsonNode json = Json.readObject(body);
    return new Metadata(
        json.path("type").asText(), json.path("help").asText(), json.path("unit").asText());
  }
}
