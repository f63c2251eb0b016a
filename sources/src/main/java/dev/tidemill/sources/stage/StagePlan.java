package dev.tidemill.sources.stage;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.sources.Credential;
import dev.tidemill.sources.Filter;
import dev.tidemill.sources.Hint;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceUri;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The payload of a plan.
 *
 * @param source the alias, which becomes part of object names
 * @param uri without a password
 * @param credential sealed; absent when the source asks for none
 * @param hints what the reader of the parts applies once more
 * @param verify whether each part is compared with a second reading of its source
 */
public record StagePlan(
    String source,
    String uri,
    @Nullable String credential,
    @Nullable List<Filter> filters,
    @Nullable String partitionKey,
    @Nullable StageSettings settings,
    @Nullable Verify verify,
    @Nullable List<Hint> hints) {
  private static final Pattern ALIAS = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,62}");

  /** What a part is compared with. */
  public enum Verify {
    PART,
    SOURCE;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public StagePlan(
      String source,
      String uri,
      @Nullable String credential,
      @Nullable List<Filter> filters,
      @Nullable String partitionKey,
      @Nullable StageSettings settings,
      @Nullable Verify verify) {
    this(source, uri, credential, filters, partitionKey, settings, verify, null);
  }

  public StagePlan {
    if (source == null || !ALIAS.matcher(source).matches()) {
      throw Problem.of(CoreError.INVALID_INPUT, "a source's alias is letters, digits, _ and -")
          .field("source")
          .exception();
    }
  }

  SourceRequest request(Credentials credentials) {
    return new SourceRequest(
        SourceUri.of(uri),
        credential == null ? Credential.NONE : credentials.open(credential),
        filters == null ? List.of() : filters,
        partitionKey,
        hints == null ? List.of() : hints);
  }

  StagePlan with(StageSettings all) {
    return new StagePlan(source, uri, credential, filters, partitionKey, all, verify, hints);
  }

  @JsonIgnore
  boolean comparesWithSource() {
    return verify == Verify.SOURCE;
  }
}
