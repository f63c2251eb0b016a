@NullMarked
package dev.tidemill.adapters.ecs;

import org.jspecify.annotations.NullMarked;
