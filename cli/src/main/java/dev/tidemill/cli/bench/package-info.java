/** Measures an installation with jobs that do nothing: what is left is the platform itself. */
@NullMarked
package dev.tidemill.cli.bench;

import org.jspecify.annotations.NullMarked;
