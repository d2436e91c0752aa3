import { AsyncLocalStorage } from "node:async_hooks";

/** What is found out while a page is made. */
export interface PageAnswer {
  /** It could not be made because the database is away. */
  isUnavailable: boolean;
}

/** By this name in every bundle: the pages tell, the server in front of them reads. */
const name = Symbol.for("timeaway.pageAnswer");
const shared = globalThis as { [name]?: AsyncLocalStorage<PageAnswer> };
shared[name] ??= new AsyncLocalStorage<PageAnswer>();
const current: AsyncLocalStorage<PageAnswer> = shared[name];

/** Makes a page; `answer` is told what is found out meanwhile. */
export const makePage = <T>(answer: PageAnswer, make: () => T): T => current.run(answer, make);

/** Tells that the page which is made at the moment, if one is, lacks the database. */
export function reportUnavailable(): void {
  const answer = current.getStore();
  if (answer) answer.isUnavailable = true;
}
