import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import type { Server } from "./servers";

/** A request of one kind, created for each send. */
export interface Streamed {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Latencies in milliseconds, by the kind of request. */
export type Times = Record<string, number[]>;

/** Sends requests at a steady rate, independent of the answers: a slow answer does not delay the next request. */
export class Stream {
  readonly #pool: Pool;
  readonly #kinds: [string, () => Streamed][];
  readonly #everyMs: number;
  readonly #open = new Set<Promise<void>>();
  #times: Times = {};

  constructor(server: Server, everyMs: number, kinds: Record<string, () => Streamed>) {
    this.#pool = new Pool(server.url, { connections: 64, pipelining: 1 });
    this.#kinds = Object.entries(kinds);
    this.#everyMs = everyMs;
  }

  /** The latencies during `work`. @throws when any answer was not 2xx */
  async during(work: () => Promise<unknown>): Promise<Times> {
    this.#times = Object.fromEntries(this.#kinds.map(([name]) => [name, []]));
    let isDone = false;
    const finished = work().finally(() => {
      isDone = true;
    });
    const started = performance.now();
    for (let turn = 0; !isDone; turn++) {
      const [name, make] = this.#kinds[turn % this.#kinds.length] ?? [];
      if (name && make) this.#send(name, make());
      await delay(Math.max(0, started + (turn + 1) * this.#everyMs - performance.now()));
    }
    await finished;
    await Promise.all(this.#open);
    return this.#times;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #send(name: string, request: Streamed): void {
    const sent = this.#take(name, request);
    this.#open.add(sent);
    void sent.finally(() => this.#open.delete(sent)).catch(() => undefined);
  }

  async #take(name: string, request: Streamed): Promise<void> {
    const begun = performance.now();
    const { statusCode, body } = await this.#pool.request(request);
    const text = await body.text();
    if (statusCode >= 300) throw new Error(`${request.path} answered ${statusCode}: ${text}`);
    this.#times[name]?.push(performance.now() - begun);
  }
}
