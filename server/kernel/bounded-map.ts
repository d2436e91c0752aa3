/** A map of at most so many entries, which forgets the one that was used longest ago. */
export class BoundedMap<K, V> {
  private readonly entries = new Map<K, V>();

  constructor(private readonly maximum: number) {}

  get(key: K): V | undefined {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    // The order of insertion is the order of use.
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.entries.delete(key);
    const [oldest] = this.entries.size >= this.maximum ? this.entries.keys() : [];
    if (oldest !== undefined) this.entries.delete(oldest);
    this.entries.set(key, value);
  }

  delete(key: K): void {
    this.entries.delete(key);
  }
}
