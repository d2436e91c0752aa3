import { amountOf } from "@/server/kernel/time/amount";
import type { Words } from "@/server/words/words";

/** "Working days: 2", or "Hours: 15" of a leave type that is shown in hours. */
export function durationFact(
  words: Words,
  { durationWorkingDays }: { durationWorkingDays: number },
  hours: number | null,
): [string, string] {
  const { unit, shown } = amountOf(durationWorkingDays, hours);
  return [words.say("leaveMail.days", { unit }), words.number(shown)];
}
