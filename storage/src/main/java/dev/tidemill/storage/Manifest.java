package dev.tidemill.storage;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.RunId;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/**
 * The objects of a run that count, each under its logical name. Readers read what is named here and
 * nothing else. Entries are kept in the order of their names, so that equal manifests have equal
 * bytes and hashes however they came about.
 */
public record Manifest(int version, RunId run, List<Entry> entries) {
  public static final int VERSION = 1;

  public Manifest {
    if (version != VERSION) {
      throw invalid(
          "the manifest of %s has version %d; this program knows %d"
              .formatted(run, version, VERSION));
    }
    var names = new HashSet<ObjectKey>();
    for (Entry entry : entries) {
      if (!names.add(entry.name())) {
        throw invalid("the manifest of %s names %s twice".formatted(run, entry.name()));
      }
    }
    entries = entries.stream().sorted(Comparator.comparing(Entry::name)).toList();
  }

  public static Manifest of(RunId run, List<Entry> entries) {
    return new Manifest(VERSION, run, entries);
  }

  public static Manifest parse(byte[] json) {
    return ManifestJson.read(json);
  }

  /** The one encoding of this manifest, in UTF-8. */
  public byte[] json() {
    return ManifestJson.write(this);
  }

  /** SHA-256 of {@link #json()} in hex. */
  public String hash() {
    return Sha256.hex(json());
  }

  static TidemillException invalid(String message) {
    return Problem.of(StorageError.INVALID_MANIFEST, message).exception();
  }

  /**
   * One object that counts.
   *
   * @param epoch of the job that settled it
   * @param generation of the source it was read from; parts of different generations never mix
   */
  public record Entry(Output output, Epoch epoch, long generation) {
    public Entry {
      ObjectKey.of(output.name());
      ObjectKey.of(output.object());
      if (generation < 0) {
        throw invalid("the generation of %s is negative".formatted(output.name()));
      }
    }

    public ObjectKey name() {
      return ObjectKey.of(output.name());
    }

    public ObjectKey object() {
      return ObjectKey.of(output.object());
    }
  }
}
