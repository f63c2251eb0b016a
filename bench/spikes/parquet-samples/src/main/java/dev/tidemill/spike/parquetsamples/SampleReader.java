package dev.tidemill.spike.parquetsamples;

/** One way of getting samples out of a file into arrays. */
interface SampleReader {
  String name();

  Samples all(SampleFile file) throws Exception;

  Samples one(SampleFile file, int series) throws Exception;

  default boolean canRead(SampleFile file) {
    return true;
  }
}
