import type { Settings } from "@/server/kernel/env";
import { hour, minute, second } from "@/server/kernel/time/clock";
import { retentionMs } from "@/server/modules/integrations/operations/idempotency";
import { keptMs as operationsKeptMs } from "@/server/modules/integrations/operations/store";
import { burst, intervalMs, monthlyQuota } from "@/server/modules/integrations/rate-limits/policy";
import { maximumImportRows } from "@/server/modules/workspace/imports/schema";
import type { Endpoint } from "@/server/transport/endpoint";
import { defaultMaximumBytes } from "../steps/read-input";

export const grouped = (count: number): string => count.toLocaleString("en");

const units: readonly [number, string][] = [
  [24 * hour, "day"],
  [hour, "hour"],
  [minute, "minute"],
  [second, "second"],
];

/** "72 hours", "30 days": the largest unit that divides evenly; hours up to three days, as people say them. */
export function durationWords(ms: number): string {
  const fitting = units.filter(([size]) => ms % size === 0);
  const [size, unit] = fitting.find(([one]) => !(one === 24 * hour && ms <= 72 * hour)) ?? [1, "millisecond"];
  return `${ms / size} ${unit}${ms === size ? "" : "s"}`;
}

/** "256 KiB", "8 MiB". */
export const sizeWords = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${bytes / 1024} KiB`;

const rateLimit = `${1000 / intervalMs} requests per second with a burst of ${burst}`;
const quotaLimit = `${grouped(monthlyQuota)} requests per calendar month (UTC)`;

/** The limits of every call with a key. */
export const keyLimits = `Counts toward the key's limits: ${rateLimit}, and ${quotaLimit}.`;

/** The limits of one call of a v2 operation, one sentence each. */
export function limitsOf(
  { body, maximumBodyBytes, write, list, scope }: Endpoint,
  settings: Settings,
): string[] {
  if (scope === "public") return ["No key needed. Doesn't count toward any limit."];
  const facts = [keyLimits];
  if (list === "paged") facts.push("Paginated: use `nextToken` to get the next page.");
  if (list === "whole") facts.push("Not paginated: everything comes in one response.");
  if (body)
    facts.push(
      write?.defer === "always"
        ? `The body can have up to ${sizeWords(maximumBodyBytes ?? defaultMaximumBytes)} and ${grouped(maximumImportRows)} rows.`
        : `The body can have up to ${sizeWords(maximumBodyBytes ?? defaultMaximumBytes)}.`,
    );
  if (write?.idempotent)
    facts.push(`Responses are stored by \`Idempotency-Key\` for ${durationWords(retentionMs)}.`);
  if (write?.defer === "always")
    facts.push(`You can get the operation for ${durationWords(operationsKeptMs)}.`);
  else if (write?.defer)
    facts.push(
      `If it takes longer than ${durationWords(settings.writeWaitMs)}, you get 202 with an operation and it continues in the background.`,
    );
  return facts;
}
