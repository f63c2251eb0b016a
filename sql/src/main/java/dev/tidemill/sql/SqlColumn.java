package dev.tidemill.sql;

/** A named, typed column; every column may hold NULL. */
public record SqlColumn(String name, SqlType type) {}
