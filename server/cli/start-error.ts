/** A reason not to start that the operator can fix: its message is one line, and is shown without a stack. */
export class StartError extends Error {
  override name = "StartError";
}
