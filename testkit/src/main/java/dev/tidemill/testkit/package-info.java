/**
 * What tests need from the machine: real servers, processes to kill and pause, and the record of
 * which requirement each test proves. Depends on no other module, so that every module can use it.
 */
@NullMarked
package dev.tidemill.testkit;

import org.jspecify.annotations.NullMarked;
