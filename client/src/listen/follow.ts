import { type Event, type ListEventsQuery, Timeaway, TimeawayError, ValidationError } from "../index.js";
import { sleep } from "../sleep.js";
import { lineOf, refusalOf } from "./refusal.js";

export interface Following {
  apiKey: string;
  baseUrl: string;
  /** Null for all that the key may have. */
  types: readonly string[] | null;
  /** Null for now, by the server's clock. */
  since: Date | null;
  /** Told once, as soon as there has been an answer. */
  onReady(since: Date): void;
  note(line: string): void;
  /** Ends it, without an error. */
  signal: AbortSignal;
}

/** After an event the next one is near. Each request counts toward the key's month: 20 s let it last for one of working days. */
const [soonMs, idleMs] = [1000, 20_000];
const attemptMs = 30_000;

/** A client that sends once, so that each fault is told, and knows what time it is at the server. */
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

/** Whether there are such types, the server knows. */
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
  /** Told once, not at every attempt. */
  #told = "";

  constructor(following: Following) {
    this.#following = following;
    this.#client = watchfulClient(following);
  }

  /** What has come since the last one that was asked beyond. */
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
    if (this.#told) this.#following.note("Events can be read again.");
    this.#told = "";
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

  /** Notes what may pass. @throws Refusal for what does not, and what is no answer's fault as it is */
  bear(error: unknown): void {
    if (!(error instanceof TimeawayError)) throw error;
    const { baseUrl, note } = this.#following;
    // Pages begin anew behind the last event.
    if (isAbout(error, "nextToken")) return;
    // Older than 30 days, or of a database that is no more.
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
    if (line !== this.#told) note(line);
    this.#told = line;
    this.#waitMs = Math.min(idleMs, soonMs * 2 ** this.#faults) * (0.5 + Math.random() / 2);
    this.#faults += 1;
  }

  /** Until it is time to ask again, or its signal ends it. */
  async rest(): Promise<void> {
    await sleep(this.#waitMs, this.#following.signal).catch(() => undefined);
    this.#waitMs = Math.min(idleMs, this.#waitMs * 1.5);
  }
}

/**
 * The events of a key from a moment on, in the order in which they were saved, without an end. Faults that may pass are waited out. What
 * was yielded has been dealt with when the next one is asked for: after a fault it goes on behind that.
 * @throws Refusal for what does not pass
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
