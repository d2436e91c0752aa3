/** Caches reads that messages of the same moment share: messages of a workspace that come due together often have the same audience. */
export class SharedReads {
  private readonly found = new Map<string, Promise<unknown>>();

  /** @param what the cache key: everything that the result depends on */
  once<T>(what: readonly unknown[], read: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(what);
    const reading = (this.found.get(key) as Promise<T> | undefined) ?? read();
    this.found.set(key, reading);
    return reading;
  }
}
