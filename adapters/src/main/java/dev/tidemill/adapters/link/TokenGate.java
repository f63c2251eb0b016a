package dev.tidemill.adapters.link;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Lets in who shows a token that is known: {@code authorization: Bearer TOKEN}. */
public final class TokenGate implements ServerInterceptor {
  static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  static final String BEARER = "Bearer ";

  private final Predicate<@Nullable String> allowed;

  /**
   * @param allowed told the token, or null when none was shown
   */
  public TokenGate(Predicate<@Nullable String> allowed) {
    this.allowed = allowed;
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    if (allowed.test(token(headers.get(AUTHORIZATION)))) {
      return next.startCall(call, headers);
    }
    call.close(
        Status.UNAUTHENTICATED.withDescription("show the token of workers as a Bearer token"),
        new Metadata());
    return new ServerCall.Listener<>() {};
  }

  private static @Nullable String token(@Nullable String shown) {
    return shown != null && shown.startsWith(BEARER) ? shown.substring(BEARER.length()) : null;
  }
}
