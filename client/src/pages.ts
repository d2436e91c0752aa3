import type { CallOptions } from "./options.js";
import type { Answer } from "./read-answer.js";

/** One page of a list. */
export interface Page<T> {
  data: T[];
  /** Absent on the last page. Tokens expire after three days. */
  nextToken?: string;
  /** The next page; null after the last one. */
  next(options?: CallOptions): Promise<Page<T> | null>;
}

/** Resolves to the first page; `for await` yields every item of all pages. */
export type PagedList<T> = Promise<Page<T>> & AsyncIterable<T>;

type Ask = (nextToken: string | undefined, signal: AbortSignal | undefined) => Promise<Answer>;

async function pageOf(
  ask: Ask,
  token: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Page<unknown>> {
  const { data, nextToken } = await ask(token, signal);
  return {
    // The table marks this operation as a list.
    data: data as unknown[],
    ...(nextToken && { nextToken }),
    next: async (options = {}) => (nextToken ? pageOf(ask, nextToken, options.signal ?? signal) : null),
  };
}

/** The list whose pages `ask` fetches. */
export function listOf(ask: Ask, signal: AbortSignal | undefined): PagedList<unknown> {
  const first = pageOf(ask, undefined, signal);
  async function* items() {
    for (let page: Page<unknown> | null = await first; page; page = await page.next()) yield* page.data;
  }
  return Object.assign(first, { [Symbol.asyncIterator]: items });
}
