@NullMarked
package dev.tidemill.storage.s3;

import org.jspecify.annotations.NullMarked;
