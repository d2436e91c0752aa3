import type { Params } from "../params";

/** The interaction that a client requests of the following pages (OpenID Connect Core, 3.1.2.1). */
export interface Interaction {
  /** Values of `prompt`; undefined ones are left out. */
  prompts: string[];
  /** `max_age`: the maximum age of the user's sign-in. */
  maxAgeSeconds: number | null;
}

/** Values of `prompt`, as the metadata lists them. */
export const promptValues = ["none", "login", "consent", "select_account"] as const;

/** The maximum of PostgreSQL's integer; no session lives nearly as long. */
const longestSeconds = 2 ** 31 - 1;

/** prompt, max_age. @returns null when contradictory or unreadable */
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
