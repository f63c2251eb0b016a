package dev.tidemill.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.jobs.Documents;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What people have named stays what they named, and stays theirs. */
@Tag("R11")
abstract class DocumentsContract {
  private final Store store;
  private final Documents documents;

  DocumentsContract(StoreUrl url) {
    this.store = Store.open(url, StoreClock.DATABASE, 2);
    new Migrations(store).migrate();
    this.documents = new SqlDocuments(store);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void a_document_is_found_under_its_name_until_it_is_replaced_or_deleted() {
    documents.put("default", "source", "payments", "{\"uri\":\"a\"}", "sealed:1:x");
    assertThat(documents.find("default", "source", "payments").orElseThrow().sealed())
        .isEqualTo("sealed:1:x");
    documents.put("default", "source", "payments", "{\"uri\":\"b\"}", null);
    var found = documents.find("default", "source", "payments").orElseThrow();
    assertThat(found.body()).isEqualTo("{\"uri\":\"b\"}");
    assertThat(found.sealed()).as("the secret of what was replaced").isNull();
    assertThat(documents.delete("default", "source", "payments")).isTrue();
    assertThat(documents.delete("default", "source", "payments")).isFalse();
    assertThat(documents.find("default", "source", "payments")).isEmpty();
  }

  @Test
  void kinds_and_tenants_do_not_see_each_other() {
    documents.put("default", "source", "x", "{}", null);
    assertThat(documents.find("default", "recipe", "x")).isEmpty();
    assertThat(documents.find("other", "source", "x")).isEmpty();
    assertThat(documents.list("other", "source", "", 10)).isEmpty();
    assertThat(documents.delete("other", "source", "x")).isFalse();
  }

  @Test
  void lists_go_on_behind_the_last_one_seen() {
    for (String name : new String[] {"c", "a", "b"}) {
      documents.put("default", "recipe", name, "{}", null);
    }
    assertThat(documents.list("default", "recipe", "", 2))
        .extracting(Documents.Document::name)
        .containsExactly("a", "b");
    assertThat(documents.list("default", "recipe", "b", 2))
        .extracting(Documents.Document::name)
        .containsExactly("c");
  }
}
