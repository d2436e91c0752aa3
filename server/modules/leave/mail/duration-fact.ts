import { amountOf, figureOf } from "@/server/kernel/time/amount";
import type { Words } from "@/server/words/words";

/** "Working days: 2", or "Hours: 15" of a leave type that is shown in hours. */
export function durationFact(
  words: Words,
  { durationWorkingDays }: { durationWorkingDays: number },
  hours: number | null,
  dayHours: number | null = null,
): [string, string] {
  const amount = amountOf(durationWorkingDays, hours, dayHours);
  return [words.say("leaveMail.days", { unit: amount.unit }), figureOf(amount, words.number)];
}
