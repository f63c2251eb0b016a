/**
 * Routes as declarations.
 *
 * <p>Promise: each capability adds its routes in one place; who may call, how large a body may be
 * and its schema stand where the route is defined, and access control and the OpenAPI document are
 * made from them. Two routes that could answer the same request are refused at start. No I/O here.
 */
@NullMarked
package dev.tidemill.server.route;

import org.jspecify.annotations.NullMarked;
