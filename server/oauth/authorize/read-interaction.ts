import type { Params } from "../params";

/** What a client wants of the pages that follow (OpenID Connect Core, 3.1.2.1). */
export interface Interaction {
  /** Values of `prompt`; those that nobody defined are left out. */
  prompts: string[];
  /** `max_age`: how long ago the person may have signed in. */
  maxAgeSeconds: number | null;
}

/** Values of `prompt`, as the metadata lists them. */
export const promptValues = ["none", "login", "consent", "select_account"] as const;

/** PostgreSQL's integer; no session lives nearly as long. */
const longestSeconds = 2 ** 31 - 1;

/** prompt, max_age. @returns null when they contradict themselves or cannot be read */
export function readInteraction(params: Params): Interaction | null {
  const asked = new Set((params.get("prompt") ?? "").split(" ").filter((value) => value !== ""));
  if (asked.has("none") && asked.size > 1) return null;
  const maxAge = params.get("max_age");
  if (maxAge !== undefined && !/^\d+$/.test(maxAge)) return null;
  return {
    prompts: promptValues.filter((value) => asked.has(value)),
    maxAgeSeconds: maxAge === undefined ? null : Math.min(Number(maxAge), longestSeconds),
  };
}
