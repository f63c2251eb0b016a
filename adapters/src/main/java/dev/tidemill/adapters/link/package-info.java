/**
 * Adapters and the controller over gRPC.
 *
 * <p>Promise: a connection may end, hang or be doubled at any time; nothing but time is lost. The
 * adapter dials, again and again; while nobody answers it keeps making its platform what was last
 * wished for. Both sides always tell everything, so what could not be sent is left out.
 */
@NullMarked
package dev.tidemill.adapters.link;

import org.jspecify.annotations.NullMarked;
