import { execFile } from "node:child_process";
import { z } from "zod";
import { BoundedMap } from "@/server/kernel/bounded-map";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { correctionsOf } from "./corrections";
import type { SourceQuery } from "./schema";

const file = "server/modules/leave/holidays/source.mjs";
const timeoutMs = 8000;
const maxBytes = 4 * 1024 * 1024;

const names = z.array(z.tuple([z.string(), z.string()]));
const SourceHoliday = z.object({
  /** Start as `YYYY-MM-DD hh:mm:ss`, with an offset in calendars whose days begin in the evening. */
  date: z.string(),
  minutes: z.number(),
  name: z.string(),
  type: z.enum(["public", "bank", "optional", "school", "observance"]),
  rule: z.string(),
  substitute: z.boolean(),
});
export type SourceHoliday = z.output<typeof SourceHoliday>;

/** The answer of `date-holidays`; without a country only the list of countries. */
const Source = z.object({
  countries: names,
  states: names.default([]),
  regions: names.default([]),
  /** Languages spoken in the country. */
  languages: z.array(z.string()).default([]),
  holidays: z.array(SourceHoliday).default([]),
});
export type Source = z.output<typeof Source>;

let last: Promise<unknown> = Promise.resolve();

/** Requests in the queue. */
let waitingCount = 0;
/** With more, the last would wait too long. */
const maxWaiting = 6;

/** Cache of the newest answers: the same requests repeat, and their answers never change. */
const answers = new BoundedMap<string, Promise<Source>>(40);

/**
 * Queries `date-holidays` in a short-lived process, one at a time: in this process it would keep 77 MB for good.
 * @throws ApiError SERVICE_UNAVAILABLE when the queue is full
 */
export async function readSource(query: SourceQuery): Promise<Source> {
  const question = JSON.stringify(query);
  const known = answers.get(question);
  if (known) return known;
  if (waitingCount >= maxWaiting)
    throw new ApiError("SERVICE_UNAVAILABLE", {
      ...because("lookupsBusy"),
      resolution: "Try again in a few seconds.",
    });
  waitingCount += 1;
  const answer = last.then(() => run(query)).finally(() => (waitingCount -= 1));
  last = answer.catch(() => answers.delete(question));
  answers.set(question, answer);
  return answer;
}

function run(query: SourceQuery): Promise<Source> {
  // Without our settings: the process only reads data and computes.
  const options = { env: { NODE_ENV: "production" as const }, timeout: timeoutMs, maxBuffer: maxBytes };
  return new Promise((resolve, reject) => {
    const asked = JSON.stringify({ ...query, changes: correctionsOf(query) });
    execFile(process.execPath, [file, asked], options, (error, text) => {
      if (error) reject(error);
      else resolve(Source.parse(JSON.parse(text)));
    });
  });
}
