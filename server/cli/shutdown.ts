/** The cause of the shutdown: a signal, npm that has ended, or a start that failed. */
type Cause = "SIGINT" | "SIGTERM" | "npm" | "fault";
type Release = { name: string; run: (cause: Cause) => Promise<unknown> };

const PARENT_CHECK_MS = 300;

/**
 * Resources to release at the end, last acquired first. SIGINT or SIGTERM starts it, as does the end of npm; a second signal ends the
 * process at once.
 */
export class Shutdown {
  #releases: Release[] = [];
  #started = false;

  constructor(private readonly onError: (what: string, error: unknown) => void) {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => (this.#started ? process.exit(1) : this.#end(signal)));
    }
    if (process.env.npm_lifecycle_event) this.#watchParent();
  }

  #end(cause: Cause): void {
    void this.run(cause).then(() => process.exit(0));
  }

  /** npm runs us through a shell, and a signal to npm ends that shell without being forwarded. */
  #watchParent(): void {
    const parent = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid === parent || this.#started) return;
      clearInterval(timer);
      this.#end("npm");
    }, PARENT_CHECK_MS);
    timer.unref();
  }

  get started(): boolean {
    return this.#started;
  }

  add(name: string, run: (cause: Cause) => Promise<unknown>): void {
    this.#releases.push({ name, run });
  }

  /** Releases everything; a failure does not keep the other resources from being released. */
  async run(cause: Cause): Promise<void> {
    this.#started = true;
    for (const { name, run } of this.#releases.reverse()) {
      await run(cause).catch((error) => this.onError(name, error));
    }
    this.#releases = [];
  }
}
