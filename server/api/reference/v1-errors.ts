import { z } from "zod";
import type { Endpoint } from "@/server/transport/endpoint";
import type { ErrorRow } from "./conditions";

const missing = (names: readonly string[]): ErrorRow[] =>
  names.length === 0
    ? []
    : [
        {
          code: `"${names[0]}" is required`,
          status: 400,
          conditions: names.map((name) => `\`${name}\` is missing or empty.`),
          resolution: "Send both dates.",
        },
      ];

/** v1 has no codes: callers have only the message. */
export function v1ErrorsOf({ query }: Endpoint): ErrorRow[] {
  const required = Object.entries(query?.shape ?? {}).filter(
    ([, schema]) => !z.safeParse(schema, undefined).success,
  );
  return [
    ...missing(required.map(([name]) => name)),
    {
      code: "Forbidden",
      status: 403,
      conditions: ["The key is missing, unknown or deleted, or it is a v2 key."],
      resolution: "Send the v1 key as `x-api-key`. You can't create new v1 keys: use v2 instead.",
    },
    {
      code: "Too Many Requests",
      status: 429,
      conditions: ["The key went over its rate limit, burst or monthly quota."],
      resolution:
        "Retry with exponential backoff and jitter. If the quota is used up, wait until next month (UTC).",
    },
    {
      code: "Internal server error",
      status: 500,
      conditions: ["Something went wrong on our side."],
      resolution: "Try again. If it keeps happening, send the request ID to support.",
    },
  ];
}
