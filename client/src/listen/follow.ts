import { type Event, type ListEventsQuery, Timeaway, TimeawayError, ValidationError } from "../index.js";
import { sleep } from "../sleep.js";
import { lineOf, refusalOf } from "./refusal.js";

export interface Following {
  apiKey: string;
  baseUrl: string;
  /** Null for all types that the key may read. */
  types: readonly string[] | null;
  /** Null for now, by the server's clock. */
  since: Date | null;
  /** Called once, after the first successful answer. */
  onReady(since: Date): void;
  note(line: string): void;
  /** Ends the following without an error. */
  signal: AbortSignal;
}

/**
 * The poll interval is short after an event, since the next one is likely soon. Each request counts toward the key's monthly quota: at 20 s
 * it lasts for a month of working days.
 */
const [soonMs, idleMs] = [1000, 20_000];
const attemptMs = 30_000;

/** A client that makes one attempt, so that each fault is noted, and that knows the server's time. */
function watchfulClient({ apiKey, baseUrl }: Following) {
  let serverNow: Date | undefined;
  const timeaway = new Timeaway({
    ...{ apiKey, baseUrl, maxAttempts: 1, timeoutMs: attemptMs },
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      const date = Date.parse(response.headers.get("date") ?? "");
      if (!Number.isNaN(date)) serverNow = new Date(date);
      return response;
    },
  });
  return { webhooks: timeaway.webhooks, now: () => serverNow ?? new Date() };
}

/** The server validates the types. */
const filterOf = ({ types }: Following): Pick<ListEventsQuery, "types"> =>
  types ? { types: types as NonNullable<ListEventsQuery["types"]> } : {};

const isAbout = (error: TimeawayError, name: string): boolean =>
  error instanceof ValidationError && error.fields.some(({ path }) => path === name);

class Follower {
  readonly #following: Following;
  readonly #client: ReturnType<typeof watchfulClient>;
  #from: { after: string } | { since: string } | undefined;
  #last: Event | undefined;
  #waitMs = soonMs;
  #faults = 0;
  /** The last fault noted, so that it is noted once, not at every attempt. */
  #noted = "";

  constructor(following: Following) {
    this.#following = following;
    this.#client = watchfulClient(following);
  }

  /** The events since the last one that was handled. */
  async *news(): AsyncGenerator<Event, void> {
    const { signal } = this.#following;
    this.#from ??= await this.#start();
    const query = { ...this.#from, ...filterOf(this.#following) };
    for await (const event of this.#client.webhooks.listEvents(query, { signal })) {
      yield event;
      this.#from = { after: event.id };
      this.#last = event;
      this.#waitMs = soonMs;
    }
    if (this.#noted) this.#following.note("Events can be read again.");
    this.#noted = "";
    this.#faults = 0;
  }

  async #start(): Promise<{ since: string }> {
    const { since, signal, onReady } = this.#following;
    const query = { since: (since ?? new Date()).toISOString(), limit: 1, ...filterOf(this.#following) };
    await this.#client.webhooks.listEvents(query, { signal });
    const begin = since ?? this.#client.now();
    onReady(begin);
    return { since: begin.toISOString() };
  }

  /** Notes a transient fault. @throws Refusal for a permanent fault; any other error unchanged */
  bear(error: unknown): void {
    if (!(error instanceof TimeawayError)) throw error;
    const { baseUrl, note } = this.#following;
    // The next read pages from the last event.
    if (isAbout(error, "nextToken")) return;
    // The event is older than 30 days, or its database no longer exists.
    if (this.#last && isAbout(error, "after")) {
      const since = this.#last.timestamp;
      note(`The last event is not known there any more. Going on with those since ${since}.`);
      this.#from = { since };
      this.#last = undefined;
      return;
    }
    const refusal = refusalOf(error);
    if (refusal) throw refusal;
    const line = lineOf(error, baseUrl);
    if (line !== this.#noted) note(line);
    this.#noted = line;
    this.#waitMs = Math.min(idleMs, soonMs * 2 ** this.#faults) * (0.5 + Math.random() / 2);
    this.#faults += 1;
  }

  /** Waits until the next poll is due or the signal ends the wait. */
  async rest(): Promise<void> {
    await sleep(this.#waitMs, this.#following.signal).catch(() => undefined);
    this.#waitMs = Math.min(idleMs, this.#waitMs * 1.5);
  }
}

/**
 * Yields the events of a key from an instant on, in the order of their commit, without an end. Retries after transient faults. An event
 * counts as handled when the next one is requested: after a fault the stream resumes behind it.
 * @throws Refusal for a permanent fault
 */
export async function* follow(following: Following): AsyncGenerator<Event, void> {
  const follower = new Follower(following);
  while (!following.signal.aborted) {
    try {
      yield* follower.news();
    } catch (error) {
      if (following.signal.aborted) return;
      follower.bear(error);
    }
    await follower.rest();
  }
}
