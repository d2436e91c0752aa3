type Release = { name: string; run: () => Promise<unknown> };

/**
 * What has to be let go of at the end, last taken first.
 * SIGINT or SIGTERM starts it; a second signal ends the process at once.
 */
export class Shutdown {
  #releases: Release[] = [];
  #started = false;

  constructor(private readonly onError: (what: string, error: unknown) => void) {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (this.#started) process.exit(1);
        void this.run().then(() => process.exit(0));
      });
    }
  }

  get started(): boolean {
    return this.#started;
  }

  add(name: string, run: () => Promise<unknown>): void {
    this.#releases.push({ name, run });
  }

  /** Releases everything; one failure does not keep the others from being released. */
  async run(): Promise<void> {
    this.#started = true;
    for (const { name, run } of this.#releases.reverse()) {
      await run().catch((error) => this.onError(name, error));
    }
    this.#releases = [];
  }
}
