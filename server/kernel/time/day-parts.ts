import type { DayPart, EndPart, StartPart } from "@/drizzle/schema/values";

/** The first and the last date of a leave. */
interface Dates {
  startDate: string;
  endDate: string;
}

/** Parts of the first and the last day as they are stored. */
interface Parts {
  startPart: StartPart;
  endPart: EndPart;
}

/** Parts of the first and the last day as someone says them. */
export interface SaidParts {
  startPart?: DayPart | undefined;
  endPart?: DayPart | undefined;
}

/** The parts of the first and the last day as the API says them: leave of one day has one part, which both name. */
export function dayPartsOf({
  startDate,
  endDate,
  startPart = "FULL_DAY",
  endPart = "FULL_DAY",
}: Dates & SaidParts): { startPart: DayPart; endPart: DayPart } {
  if (startDate !== endDate) return { startPart, endPart };
  const part = startPart === "FULL_DAY" ? endPart : startPart;
  return { startPart: part, endPart: part };
}

/** The part of a leave of one day as it is stored: until noon, or from noon on. */
const ofOneDay = (part: DayPart): Parts => ({
  startPart: part === "AFTERNOON" ? part : "FULL_DAY",
  endPart: part === "MORNING" ? part : "FULL_DAY",
});

/** The one part of a day that both ends mean; null where they contradict each other. */
function samePart(startPart: DayPart, endPart: DayPart): DayPart | null {
  if (startPart === endPart) return startPart;
  if (startPart === "FULL_DAY" && endPart === "MORNING") return endPart;
  return startPart === "AFTERNOON" && endPart === "FULL_DAY" ? startPart : null;
}

/**
 * The stored parts of what was said, beside those that stay. On one day, one end speaks for both.
 * @returns null where they are no parts of such days
 */
export function readParts(said: SaidParts, kept: Parts | null, { startDate, endDate }: Dates): Parts | null {
  const [keptStart, keptEnd] = [kept?.startPart ?? "FULL_DAY", kept?.endPart ?? "FULL_DAY"];
  if (startDate === endDate) {
    const only = said.startPart ?? said.endPart;
    const part =
      only === undefined
        ? samePart(keptStart, keptEnd)
        : samePart(said.startPart ?? only, said.endPart ?? only);
    return part && ofOneDay(part);
  }
  const { startPart = keptStart, endPart = keptEnd } = said;
  return startPart === "MORNING" || endPart === "AFTERNOON" ? null : { startPart, endPart };
}
