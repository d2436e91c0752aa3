/** An idempotency key for one instance of a form: 32 hex digits. Works on plain http too, where `crypto.randomUUID` is missing. */
export const newAttempt = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
