package dev.tidemill.core.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Seals texts with AES-256-GCM, each time differently. Thread-safe. */
public final class Sealer {
  private static final String PREFIX = "sealed:1:";
  private static final int KEY_BYTES = 32;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final SecretKeySpec key;
  private final SecureRandom random = new SecureRandom();

  private Sealer(byte[] key) {
    this.key = new SecretKeySpec(key, "AES");
  }

  /**
   * @param key 32 bytes in Base64
   */
  public static Sealer of(String key) {
    try {
      byte[] bytes = Base64.getDecoder().decode(key.strip());
      if (bytes.length == KEY_BYTES) {
        return new Sealer(bytes);
      }
    } catch (IllegalArgumentException e) {
      // The same answer as to a wrong length; the key itself is not repeated.
    }
    throw Problem.of(CoreError.INVALID_CONFIG, "secrets.key is not 32 bytes in Base64")
        .field("secrets.key")
        .next("make one with `head -c 32 /dev/urandom | base64`, the same for all processes")
        .exception();
  }

  public static String newKey() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return Base64.getEncoder().encodeToString(key);
  }

  public String seal(String secret) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(secret.getBytes(UTF_8));
      byte[] all = ByteBuffer.allocate(NONCE_BYTES + sealed.length).put(nonce).put(sealed).array();
      return PREFIX + Base64.getEncoder().encodeToString(all);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JVM has AES-GCM", e);
    }
  }

  public String open(String sealed) {
    if (!sealed.startsWith(PREFIX)) {
      throw unreadable("it is not a sealed text");
    }
    try {
      byte[] all = Base64.getDecoder().decode(sealed.substring(PREFIX.length()));
      if (all.length < NONCE_BYTES) {
        throw unreadable("it is too short");
      }
      var nonce = new byte[NONCE_BYTES];
      System.arraycopy(all, 0, nonce, 0, NONCE_BYTES);
      byte[] text =
          cipher(Cipher.DECRYPT_MODE, nonce).doFinal(all, NONCE_BYTES, all.length - NONCE_BYTES);
      return new String(text, UTF_8);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw unreadable("it was sealed with another key, or changed since");
    }
  }

  private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    return cipher;
  }

  private static RuntimeException unreadable(String why) {
    return Problem.of(CoreError.INVALID_CONFIG, "a sealed password cannot be opened here")
        .cause(why)
        .next("give all processes of an installation the same secrets.key, and submit again")
        .exception();
  }

  @Override
  public String toString() {
    return "Sealer";
  }
}
