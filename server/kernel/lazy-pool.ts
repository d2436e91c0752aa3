import type { Sql } from "postgres";
import type { Line } from "./line";
import type { Tracer } from "./tracer";

/** A pool of connections, and how statements are sent on it. */
export interface Way {
  client: Sql;
  /** By name, so that PostgreSQL plans each text once for each connection. */
  isPrepared: boolean;
  /** What each transaction begins with, where no session has settings of its own. */
  opening?: string;
  /** Milliseconds after which we cancel a statement that stands alone, where the session has no limit for it. */
  cancelAfterMs?: number | undefined;
}

/** Who wants to know of statements that take long. */
export interface SlowWatch {
  afterMs: number;
  /** @param text without values */
  tell(text: string, ms: number): void;
}

/** A pool that may have to be found out about before it can be opened. */
export class LazyPool {
  /** Once it is open. */
  way: Way | undefined;
  private opening: Promise<Way> | undefined;
  private isEnded = false;

  constructor(
    private readonly given: Way | (() => Promise<Way>),
    readonly line: Line,
    readonly slow?: SlowWatch,
    readonly tracer?: Tracer,
  ) {
    if (typeof given !== "function") this.way = given;
  }

  /** @throws what finding out has failed with; the next use tries again */
  open(): Promise<Way> {
    this.opening ??= this.found().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }

  private async found(): Promise<Way> {
    const way = typeof this.given === "function" ? await this.given() : this.given;
    if (this.isEnded) await way.client.end({ timeout: 0 });
    this.way = way;
    return way;
  }

  /** @param timeout seconds that statements under way may still take */
  async end(timeout: number): Promise<void> {
    this.isEnded = true;
    await this.way?.client.end({ timeout });
  }
}
