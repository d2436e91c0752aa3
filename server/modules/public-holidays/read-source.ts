import { execFile } from "node:child_process";
import { z } from "zod";
import { ApiError } from "@/server/kernel/errors";
import { correctSource } from "./corrections";
import type { SourceQuery } from "./schema";

const file = "server/modules/public-holidays/source.mjs";
const timeoutMs = 8000;
const maxBytes = 4 * 1024 * 1024;

const names = z.array(z.tuple([z.string(), z.string()]));
const SourceHoliday = z.object({
  /** `YYYY-MM-DD hh:mm:ss` where it begins, with an offset where a calendar begins its days in the evening. */
  date: z.string(),
  minutes: z.number(),
  name: z.string(),
  type: z.enum(["public", "bank", "optional", "school", "observance"]),
  rule: z.string(),
  substitute: z.boolean(),
});
export type SourceHoliday = z.output<typeof SourceHoliday>;

/** What `date-holidays` knows: without a country only which there are. */
const Source = z.object({
  countries: names,
  states: names.default([]),
  regions: names.default([]),
  /** What people of the country speak. */
  languages: z.array(z.string()).default([]),
  holidays: z.array(SourceHoliday).default([]),
});
export type Source = z.output<typeof Source>;

let last: Promise<unknown> = Promise.resolve();

/** Questions that are not answered yet. */
let waitingCount = 0;
/** More would wait for longer than anybody does. */
const maxWaiting = 6;

/** The newest answers: the same questions come again and again, and what is asked for never changes. */
const answers = new Map<string, Promise<Source>>();
const maxAnswers = 40;

/**
 * Asks `date-holidays` in a short process of its own, one at a time: it would keep 77 MB of this one for good.
 * @throws ApiError SERVICE_UNAVAILABLE where too many wait already
 */
export async function readSource(query: SourceQuery): Promise<Source> {
  const question = JSON.stringify(query);
  const known = answers.get(question);
  if (known) return known;
  if (waitingCount >= maxWaiting)
    throw new ApiError("SERVICE_UNAVAILABLE", {
      description: "Too many people are looking up holidays right now.",
      resolution: "Try again in a few seconds.",
    });
  waitingCount += 1;
  const answer = last.then(() => run(query)).finally(() => (waitingCount -= 1));
  last = answer.catch(() => answers.delete(question));
  answers.set(question, answer);
  const [oldest] = answers.keys();
  if (answers.size > maxAnswers && oldest !== undefined) answers.delete(oldest);
  return answer;
}

function run(query: SourceQuery): Promise<Source> {
  // Nothing of our settings: it reads data and computes.
  const options = { env: { NODE_ENV: "production" as const }, timeout: timeoutMs, maxBuffer: maxBytes };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [file, JSON.stringify(query)], options, (error, text) => {
      if (error) reject(error);
      else resolve(correctSource(query, Source.parse(JSON.parse(text))));
    });
  });
}
