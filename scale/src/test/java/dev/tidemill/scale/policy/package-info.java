@NullMarked
package dev.tidemill.scale.policy;

import org.jspecify.annotations.NullMarked;
