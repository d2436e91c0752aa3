import { day, minute, second } from "@/server/kernel/time/clock";

const leastMs = 5 * minute;
const maxMs = day;

/** How long a document is fresh: its max-age (RFC 9111, 5.2.2.1), clamped to 5 minutes to 24 hours (decision 13.3). */
export function freshForMs(cacheControl: string | undefined): number {
  const directives = (cacheControl ?? "").toLowerCase().split(/\s*,\s*/);
  if (directives.some((directive) => /^no-(?:store|cache)(?:=|$)/.test(directive.trim()))) return leastMs;
  const [, seconds = "0"] =
    directives.map((one) => /^max-age="?(\d{1,10})"?$/.exec(one.trim())).find(Boolean) ?? [];
  return Math.min(Math.max(Number(seconds) * second, leastMs), maxMs);
}
