package dev.tidemill.sql;

/** The types all engines share, each with the Java class of its values. */
public sealed interface SqlType {
  SqlType BOOLEAN = Simple.BOOLEAN;
  SqlType BIGINT = Simple.BIGINT;
  SqlType DOUBLE = Simple.DOUBLE;
  SqlType VARCHAR = Simple.VARCHAR;
  SqlType DATE = Simple.DATE;

  /** Without zone, to the microsecond. */
  SqlType TIMESTAMP = Simple.TIMESTAMP;

  SqlType VARBINARY = Simple.VARBINARY;

  static SqlType decimal(int precision, int scale) {
    return new Decimal(precision, scale);
  }

  Class<?> javaClass();

  /** Types without parameters. */
  enum Simple implements SqlType {
    BOOLEAN(Boolean.class),
    BIGINT(Long.class),
    DOUBLE(Double.class),
    VARCHAR(String.class),
    DATE(java.time.LocalDate.class),
    TIMESTAMP(java.time.LocalDateTime.class),
    VARBINARY(byte[].class);

    private final Class<?> javaClass;

    Simple(Class<?> javaClass) {
      this.javaClass = javaClass;
    }

    @Override
    public Class<?> javaClass() {
      return javaClass;
    }
  }

  /** Exact numbers; their values always have the stated scale. */
  record Decimal(int precision, int scale) implements SqlType {
    public Decimal {
      if (precision < 1 || precision > 38 || scale < 0 || scale > precision) {
        throw new IllegalArgumentException(
            "decimal(%d, %d) is not within decimal(38, 38)".formatted(precision, scale));
      }
    }

    @Override
    public Class<?> javaClass() {
      return java.math.BigDecimal.class;
    }

    @Override
    public String toString() {
      return "DECIMAL(%d, %d)".formatted(precision, scale);
    }
  }
}
