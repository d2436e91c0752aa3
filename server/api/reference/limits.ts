import { hour, minute, second } from "@/server/kernel/clock";
import type { Settings } from "@/server/kernel/env";
import { maximumImportRows } from "@/server/modules/imports/schema";
import { keptMs as operationsKeptMs } from "@/server/modules/operations/store";
import { burst, intervalMs, monthlyQuota } from "@/server/modules/rate-limits/policy";
import type { Endpoint } from "@/server/transport/endpoint";
import { retentionMs } from "../idempotency";
import { defaultMaximumBytes } from "../steps/read-input";

export const grouped = (count: number): string => count.toLocaleString("en");

const units: readonly [number, string][] = [
  [24 * hour, "day"],
  [hour, "hour"],
  [minute, "minute"],
  [second, "second"],
];

/** "72 hours", "30 days": the largest unit that comes out whole; hours up to three days, as people say them. */
export function durationWords(ms: number): string {
  const fitting = units.filter(([size]) => ms % size === 0);
  const [size, unit] = fitting.find(([one]) => !(one === 24 * hour && ms <= 72 * hour)) ?? [1, "millisecond"];
  return `${ms / size} ${unit}${ms === size ? "" : "s"}`;
}

/** "256 KiB", "8 MiB". */
export const sizeWords = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${bytes / 1024} KiB`;

export const rateLimit = `${1000 / intervalMs} requests a second with a burst of ${burst}`;
export const quotaLimit = `${grouped(monthlyQuota)} requests a calendar month (UTC)`;

/** What bounds one call of a v2 operation, a sentence each. */
export function limitsOf(
  { body, maximumBodyBytes, write, list, scope }: Endpoint,
  settings: Settings,
): string[] {
  if (scope === "public") return ["Needs no key and counts toward no limit."];
  const facts = [`Counts toward the limits of the key: ${rateLimit}, and ${quotaLimit}.`];
  if (list === "paged") facts.push("Paged: `nextToken` leads to the next page.");
  if (list === "whole") facts.push("Everything comes in one response.");
  if (body)
    facts.push(
      write?.defer === "always"
        ? `The body has at most ${sizeWords(maximumBodyBytes ?? defaultMaximumBytes)} and ${grouped(maximumImportRows)} rows.`
        : `The body has at most ${sizeWords(maximumBodyBytes ?? defaultMaximumBytes)}.`,
    );
  if (write?.idempotent)
    facts.push(`The answer to an \`Idempotency-Key\` is kept for ${durationWords(retentionMs)}.`);
  if (write?.defer === "always")
    facts.push(`The operation can be read for ${durationWords(operationsKeptMs)}.`);
  else if (write?.defer)
    facts.push(`After ${durationWords(settings.writeWaitMs)} it answers 202 with an operation and goes on.`);
  return facts;
}
