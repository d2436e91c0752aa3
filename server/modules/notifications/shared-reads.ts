/** Reads once what many messages of one moment read alike: those of a workspace that come due together are about the same people. */
export class SharedReads {
  private readonly found = new Map<string, Promise<unknown>>();

  /** @param what everything that the answer depends on */
  once<T>(what: readonly unknown[], read: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(what);
    const reading = (this.found.get(key) as Promise<T> | undefined) ?? read();
    this.found.set(key, reading);
    return reading;
  }
}
