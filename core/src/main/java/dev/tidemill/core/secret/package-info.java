/**
 * Passwords that have to be stored.
 *
 * <p>Promise: what was sealed can be read with the installation's key only, was not changed on the
 * way, and says nothing in a log.
 */
@NullMarked
package dev.tidemill.core.secret;

import org.jspecify.annotations.NullMarked;
