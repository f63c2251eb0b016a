/**
 * Settings: every module declares its keys, one place resolves them.
 *
 * <p>Promise: flags beat the environment, which beats the file, which beats the default, and each
 * value knows where it came from. All faults are found at once and named: an unknown key with what
 * was probably meant, a value that does not fit, a rule between keys that does not hold. Secrets
 * are never printed. Reading files and the environment is left to the caller.
 */
@NullMarked
package dev.tidemill.core.config;

import org.jspecify.annotations.NullMarked;
