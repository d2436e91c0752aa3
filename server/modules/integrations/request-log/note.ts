import { setTimeout as delay } from "node:timers/promises";
import {
  type BackgroundConnection,
  openBackgroundConnection,
} from "@/server/kernel/database/background-connection";
import { sqlState } from "@/server/kernel/database/db";
import type { DistributedDb } from "@/server/kernel/database/distribution";
import type { Services } from "@/server/kernel/services";
import type { RequestFacts } from "@/server/transport/parsed-request";
import type { RequestEntry } from "./entry";
import { rowOf } from "./row";
import { type Loss, noId, writeBatch, writeLosses } from "./write-batch";

/** Maximum entries waiting in memory: a few megabytes. */
const capacity = 10_000;
/** Entries of one statement. */
const batchSize = 500;
const everyMs = 200;
const firstRetryMs = 500;
const lastRetryMs = 15_000;
/**
 * After a batch the writer pauses for this multiple of the batch's duration: under load the log may cost the database a fifth of one
 * connection's time, not the capacity that requests need. Overflow is dropped and counted.
 */
const restFactor = 4;
const longestRestMs = 600;
/** Timeout of the shutdown. */
const closingMs = 4000;
/** Maximum key-and-hour pairs whose losses are counted separately. */
const lossesKept = 5000;

const restMs = (started: number): number =>
  Math.min(longestRestMs, (performance.now() - started) * restFactor);

/** One process's queue of log entries. Never throws, never makes a request wait. */
class RequestLog {
  private entries: RequestEntry[] = [];
  private losses = new Map<string, Loss>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private connection: BackgroundConnection | undefined;
  private retryMs = 0;
  private closing = false;
  droppedCount = 0;

  constructor(private readonly services: Services) {
    services.beforeClose.push(() => this.close());
  }

  note(entry: RequestEntry): void {
    if (this.entries.length >= capacity) {
      this.drop(entry);
      return;
    }
    this.entries.push(entry);
    if (this.timer === undefined && this.running === undefined) this.timer = this.soon(everyMs);
    else if (this.entries.length === batchSize && this.running === undefined) {
      clearTimeout(this.timer);
      this.timer = this.soon(0);
    }
  }

  /** Writes all entries so far. @returns once they are written, or the database has refused them */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running ??= this.run().finally(() => {
      this.running = undefined;
      if (this.entries.length > 0 && !this.closing) this.timer = this.soon(this.retryMs || everyMs);
    });
    return this.running;
  }

  private soon(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.flush(), ms).unref();
  }

  private async run(): Promise<void> {
    while (this.entries.length > 0 || this.losses.size > 0) {
      const batch = this.entries.splice(0, batchSize);
      const started = performance.now();
      try {
        const { settings, pooling } = this.services;
        this.connection ??= openBackgroundConnection(settings.databaseUrl, pooling);
        const on = { db: this.connection.db, isDistributed: this.services.isDistributed };
        await this.write(on, batch);
        await this.writeLosses(on);
        this.retryMs = 0;
        if (this.entries.length > 0 && !this.closing) await delay(restMs(started));
      } catch (err) {
        this.keep(batch);
        this.retryMs = Math.min(lastRetryMs, Math.max(firstRetryMs, this.retryMs * 2));
        this.services.log.warn({ err, waiting: this.entries.length }, "the request log cannot be written");
        return;
      }
    }
  }

  /** Values that PostgreSQL refuses would be refused on every retry: they are found by bisection and dropped alone. */
  private async write(on: DistributedDb, batch: RequestEntry[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      const leftOut = await writeBatch(on, batch.map(rowOf));
      this.countDropped(leftOut);
    } catch (error) {
      if (!sqlState(error)?.startsWith("22")) throw error;
      const [only] = batch;
      if (batch.length === 1 && only) {
        this.services.log.error({ err: error, requestId: only.requestId }, "a request cannot be logged");
        this.drop(only);
        return;
      }
      const half = Math.ceil(batch.length / 2);
      await this.write(on, batch.slice(0, half));
      await this.write(on, batch.slice(half));
    }
  }

  private async writeLosses(on: DistributedDb): Promise<void> {
    if (this.losses.size === 0) return;
    const losses = this.losses;
    this.losses = new Map();
    const known = [...losses.values()].filter(({ workspace_id }) => workspace_id !== noId);
    const written = new Set<Loss>();
    try {
      if (known.length > 0) await writeLosses(on, known, (loss) => written.add(loss));
    } catch (error) {
      for (const [name, loss] of losses) if (!written.has(loss)) this.addLoss(name, loss);
      throw error;
    }
    const count = [...losses.values()].reduce((sum, loss) => sum + loss.count, 0);
    this.services.log.warn({ count }, "requests are missing from the request log");
  }

  /** Requeues a batch at the front, up to the capacity. */
  private keep(batch: RequestEntry[]): void {
    const room = Math.max(0, capacity - this.entries.length);
    for (const entry of batch.slice(room)) this.drop(entry);
    this.entries.unshift(...batch.slice(0, room));
  }

  private drop(entry: RequestEntry): void {
    this.countDropped(1);
    const hour = `${entry.at.toISOString().slice(0, 13)}:00:00Z`;
    const loss = {
      workspace_id: entry.workspaceId ?? noId,
      hour,
      key_id: entry.keyId ?? noId,
      key_kind: entry.keyKind,
      owner_id: entry.ownerId,
      count: 1,
    };
    this.addLoss(`${loss.workspace_id} ${loss.key_id} ${hour}`, loss);
  }

  private countDropped(count: number): void {
    this.droppedCount += count;
    this.services.metrics?.unloggedRequests.inc(count);
  }

  private addLoss(name: string, loss: Loss): void {
    const known = this.losses.get(name);
    if (known) known.count += loss.count;
    else if (this.losses.size < lossesKept) this.losses.set(name, loss);
  }

  /** Writes the remaining entries, but does not delay the shutdown for an unresponsive database. */
  private async close(): Promise<void> {
    this.closing = true;
    const rest = (async () => {
      await this.running;
      if (this.entries.length > 0 || this.losses.size > 0) await this.flush();
    })();
    await Promise.race([rest, delay(closingMs, undefined, { ref: false })]);
    await this.connection?.close();
    const count = this.entries.length;
    if (count > 0) this.services.log.warn({ count }, "requests were not logged before the shutdown");
  }
}

const logs = new WeakMap<Services, RequestLog>();

function logOf(services: Services): RequestLog {
  const known = logs.get(services);
  if (known) return known;
  const made = new RequestLog(services);
  logs.set(services, made);
  return made;
}

/** Logs one answered request, and adds to its facts. Takes microseconds; the entry is written later. Never throws. */
export function noteRequest(services: Services, facts: RequestFacts, entry: RequestEntry): void {
  const { endpoint, requestId, workspaceId, keyId } = entry;
  Object.assign(facts, { route: facts.route ?? endpoint, requestId, workspaceId, keyId });
  logOf(services).note(entry);
}

/** Writes all entries so far: for tests, and for callers that must read their own requests. */
export const flushRequestLog = (services: Services): Promise<void> => logOf(services).flush();

/** Requests that this process has failed to log since its start. */
export const droppedRequestCount = (services: Services): number => logOf(services).droppedCount;
