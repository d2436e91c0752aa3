/**
 * Deadlines of equal length, which therefore expire in the order in which they were set: one timer serves them all. The timer does not keep
 * the process alive.
 */
export class Deadlines<T> {
  private readonly due = new Map<T, number>();
  private isArmed = false;

  constructor(
    private readonly ms: number,
    private readonly onPassed: (item: T) => void,
  ) {}

  set(item: T): void {
    this.due.set(item, performance.now() + this.ms);
    this.arm(this.ms);
  }

  clear(item: T): void {
    this.due.delete(item);
  }

  private arm(ms: number): void {
    if (this.isArmed) return;
    this.isArmed = true;
    setTimeout(() => this.pass(), ms).unref();
  }

  private pass(): void {
    this.isArmed = false;
    const now = performance.now();
    for (const [item, at] of this.due) {
      if (at > now) {
        this.arm(Math.ceil(at - now));
        return;
      }
      this.due.delete(item);
      this.onPassed(item);
    }
  }
}
