package dev.tidemill.cli.doctor;

/** One thing to look at. Must end by itself and leave nothing behind. */
public interface Check {

  String name();

  Finding look() throws Exception;
}
