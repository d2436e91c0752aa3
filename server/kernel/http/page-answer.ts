import { AsyncLocalStorage } from "node:async_hooks";

/** What rendering a page found out. */
export interface PageAnswer {
  /** Rendering failed because the database is unavailable. */
  isUnavailable: boolean;
}

/** A global symbol, the same in every bundle: the pages write the facts, the server in front of them reads them. */
const name = Symbol.for("timeaway.pageAnswer");
const shared = globalThis as { [name]?: AsyncLocalStorage<PageAnswer> };
shared[name] ??= new AsyncLocalStorage<PageAnswer>();
const current: AsyncLocalStorage<PageAnswer> = shared[name];

/** Renders a page; `answer` collects what rendering finds out. */
export const makePage = <T>(answer: PageAnswer, make: () => T): T => current.run(answer, make);

/** Marks the page being rendered, if any, as lacking the database. */
export function reportUnavailable(): void {
  const answer = current.getStore();
  if (answer) answer.isUnavailable = true;
}
