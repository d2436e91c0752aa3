const cancelled = new WeakSet<Error>();

/** Marks the refusal of a call for which the person cancelled the question. */
export const markCancelled = (error: Error): void => void cancelled.add(error);

/** Whether the person cancelled what the call needed: nothing happened, and nothing is to be said. */
export const wasCancelled = (error: unknown): boolean => error instanceof Error && cancelled.has(error);
