/**
 * Is everything there that the program needs? Each check stands alone and none changes anything.
 */
@NullMarked
package dev.tidemill.cli.doctor;

import org.jspecify.annotations.NullMarked;
