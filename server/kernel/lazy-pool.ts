import type { Sql } from "postgres";
import type { PoolQueue } from "./pool-queue";
import type { Tracer } from "./tracer";

/** A pool of connections, and how statements are sent on it. */
export interface OpenPool {
  client: Sql;
  /** By name, so that PostgreSQL plans each text once for each connection. */
  isPrepared: boolean;
  /** What each transaction begins with, where no session has settings of its own. */
  opening?: string;
  /** Milliseconds after which we cancel a statement that stands alone, where the session has no limit for it. */
  cancelAfterMs?: number | undefined;
}

/** Who wants to know of statements that take long. */
export interface SlowStatementLog {
  afterMs: number;
  /** @param text without values */
  log(text: string, ms: number): void;
}

/** A pool that may have to be found out about before it can be opened. */
export class LazyPool {
  /** Once it is open. */
  opened: OpenPool | undefined;
  private opening: Promise<OpenPool> | undefined;
  private isEnded = false;

  constructor(
    private readonly source: OpenPool | (() => Promise<OpenPool>),
    readonly queue: PoolQueue,
    readonly slow?: SlowStatementLog,
    readonly tracer?: Tracer,
  ) {
    if (typeof source !== "function") this.opened = source;
  }

  /** @throws what finding out has failed with; the next use tries again */
  open(): Promise<OpenPool> {
    this.opening ??= this.openOnce().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }

  private async openOnce(): Promise<OpenPool> {
    const opened = typeof this.source === "function" ? await this.source() : this.source;
    if (this.isEnded) await opened.client.end({ timeout: 0 });
    this.opened = opened;
    return opened;
  }

  /** @param timeout seconds that statements under way may still take */
  async end(timeout: number): Promise<void> {
    this.isEnded = true;
    await this.opened?.client.end({ timeout });
  }
}
