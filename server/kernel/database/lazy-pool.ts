import type { Sql } from "postgres";
import type { Tracer } from "@/server/kernel/telemetry/tracer";
import type { PoolQueue } from "./pool-queue";
import type { Seats, ServerShares } from "./server-shares";

/** A connection pool, and its way of sending statements. */
export interface OpenPool {
  client: Sql;
  /** Statements are prepared by name, so that PostgreSQL plans each text once per connection. */
  isPrepared: boolean;
  /** The first statements of each transaction, where sessions cannot have settings. */
  opening?: string;
  /** The timeout in milliseconds at which we cancel a statement outside of a transaction, where the session has no limit for it. */
  cancelAfterMs?: number | undefined;
}

/** A log of slow statements. */
export interface SlowStatementLog {
  afterMs: number;
  /** @param text without values */
  log(text: string, ms: number): void;
}

/** A pool that may have to detect what its URL leads to before it opens. */
export class LazyPool {
  /** Set once the pool is open. */
  opened: OpenPool | undefined;
  private opening: Promise<OpenPool> | undefined;
  private isEnded = false;

  constructor(
    private readonly source: OpenPool | (() => Promise<OpenPool>),
    readonly queue: PoolQueue,
    readonly slow?: SlowStatementLog,
    readonly tracer?: Tracer,
    /** Where the database may be distributed over several servers. */
    readonly servers?: { shares: ServerShares; seats: Seats },
  ) {
    if (typeof source !== "function") this.opened = source;
  }

  /** @throws the error of the detection; the next use retries it */
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

  /** @param timeout seconds that statements in progress may still take */
  async end(timeout: number): Promise<void> {
    this.isEnded = true;
    await this.opened?.client.end({ timeout });
  }
}
