package dev.tidemill.sources.file;

import static dev.tidemill.sources.file.FileFixture.fails;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which file an address means, and whether it may be read. */
@Tag("R4")
@Tag("R5")
class FileLookupTest {
  private static final Path RECIPES = Path.of("/srv/recipes");

  private final Path allowed;
  private final Path secret;

  FileLookupTest(@TempDir Path folder) throws IOException {
    Path real = folder.toRealPath();
    allowed = Files.createDirectories(real.resolve("allowed"));
    secret = Files.writeString(real.resolve("secret.csv"), "a\n1\n");
  }

  @BeforeEach
  void makeFiles() throws IOException {
    Files.writeString(allowed.resolve("data.csv"), "a\n1\n");
    Files.createSymbolicLink(allowed.resolve("escape.csv"), secret);
    Files.createSymbolicLink(allowed.resolve("up"), allowed.getParent());
    Files.createSymbolicLink(allowed.resolve("alias.csv"), allowed.resolve("data.csv"));
  }

  @ParameterizedTest
  @CsvSource({
    "file:payments.csv, /srv/recipes/payments.csv",
    "payments.csv, /srv/recipes/payments.csv",
    "file:data/p.csv, /srv/recipes/data/p.csv",
    "file:./a/../p.csv, /srv/recipes/p.csv",
    "file:../p.csv, /srv/p.csv",
    "file:/data/p.csv, /data/p.csv",
    "file:///data/p.csv, /data/p.csv",
    "/data/p.csv, /data/p.csv",
    "file:a%20b.csv, /srv/recipes/a b.csv",
    "file:a b.csv, /srv/recipes/a b.csv",
    "file:%C3%A4.csv, /srv/recipes/ä.csv",
    "file:ä.csv, /srv/recipes/ä.csv",
    "file:100%25.csv, /srv/recipes/100%.csv",
    "100%.csv, /srv/recipes/100%.csv",
    "a/b:c.csv, /srv/recipes/a/b:c.csv"
  })
  void an_address_means_one_path(String address, String path) {
    assertThat(FileAddress.resolve(address, RECIPES)).isEqualTo(Path.of(path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file://host/data/p.csv",
        "file://localhost/p.csv",
        "file://169.254.169.254/latest",
        "file://",
        "file:////host/share",
        "file:",
        "",
        "file:p.csv?x=1",
        "file:p.csv#x",
        "file:%",
        "file:%2",
        "file:%zz",
        "file:%ff",
        "file:a%00b",
        "http://host/p.csv",
        "s3://bucket/p.csv",
        "jar:file:/x"
      })
  void other_addresses_are_refused(String address) {
    var problem =
        fails(() -> FileAddress.resolve(address, RECIPES), FileError.FILE_ADDRESS_INVALID);
    assertThat(problem.next()).isNotBlank();
  }

  @Test
  void a_server_reads_only_below_its_folders() {
    var lookup = new FileLookup(FilePolicy.within(List.of(allowed)));

    assertThat(lookup.find(allowed.resolve("data.csv"))).isEqualTo(allowed.resolve("data.csv"));
    assertThat(lookup.find(allowed.resolve("alias.csv"))).isEqualTo(allowed.resolve("data.csv"));
    for (Path path :
        List.of(
            secret,
            allowed.resolve("escape.csv"),
            allowed.resolve("up/secret.csv"),
            allowed.resolve("../secret.csv"),
            Path.of("/etc/passwd"),
            allowed.resolveSibling("allowed-not/data.csv"))) {
      fails(() -> lookup.find(path), FileError.FILE_DENIED);
    }
  }

  @Test
  void outside_nothing_is_told_of_what_there_is() {
    var lookup = new FileLookup(FilePolicy.within(List.of(allowed)));

    fails(() -> lookup.find(secret.resolveSibling("none.csv")), FileError.FILE_DENIED);
    fails(() -> lookup.find(allowed.resolve("none.csv")), FileError.FILE_NOT_FOUND);
  }

  @Test
  void a_folder_of_the_server_may_be_a_link() throws IOException {
    Path link = Files.createSymbolicLink(allowed.resolveSibling("link"), allowed);
    var lookup = new FileLookup(FilePolicy.within(List.of(link)));

    assertThat(lookup.find(link.resolve("data.csv"))).isEqualTo(allowed.resolve("data.csv"));
    fails(() -> lookup.find(link.resolve("none.csv")), FileError.FILE_NOT_FOUND);
    fails(() -> lookup.find(link.resolve("escape.csv")), FileError.FILE_DENIED);
  }

  @Test
  void without_folders_nothing_may_be_read() {
    var lookup = new FileLookup(FilePolicy.within(List.of()));

    fails(() -> lookup.find(allowed.resolve("data.csv")), FileError.FILE_DENIED);
  }

  @Test
  void a_person_at_the_terminal_reads_what_the_process_may() {
    var lookup = new FileLookup(FilePolicy.ANY);

    assertThat(lookup.find(secret)).isEqualTo(secret);
    fails(() -> lookup.find(allowed), FileError.FILE_NOT_FOUND);
    fails(() -> lookup.find(allowed.resolve("none.csv")), FileError.FILE_NOT_FOUND);
    fails(() -> lookup.find(Path.of("/dev/zero")), FileError.FILE_NOT_FOUND);
  }
}
