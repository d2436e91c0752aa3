/** The database is unsuitable; the message is one line for the operator. */
export class UnsuitableDatabaseError extends Error {
  override name = "UnsuitableDatabaseError";
}
