import { type DayPart, dayParts, type EndPart, type StartPart } from "@/drizzle/schema/values";
import { type FieldFault, fault } from "@/server/kernel/field-faults";

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

/** The stored parts of input whose parts a schema has checked (`partRules`). */
export function checkedParts(input: Dates & SaidParts): Parts {
  const parts = readParts(input, null, input);
  if (!parts) throw new Error("The schema let parts pass that are none of such days");
  return parts;
}

/** Input that may lack fields, or have others in their place. */
type Loose = Partial<Record<keyof (Dates & SaidParts), unknown>>;

/** A rule between the parts and the dates of leave of whole days; `path` is the field to correct. */
export interface PartRule extends FieldFault {
  path: "startPart" | "endPart";
  holds(time: Loose): boolean;
}

const isPart = (part: unknown): part is DayPart => dayParts.some((one) => one === part);
const saidPart = (part: unknown): DayPart | undefined => (isPart(part) ? part : undefined);
/** Unknown where a date is missing. */
const isOneDay = ({ startDate, endDate }: Loose): boolean | null =>
  typeof startDate === "string" && typeof endDate === "string" ? startDate === endDate : null;

export const partRules: PartRule[] = [
  {
    path: "startPart",
    ...fault("severalFirst"),
    holds: (time) => isOneDay(time) !== false || time.startPart !== "MORNING",
  },
  {
    path: "endPart",
    ...fault("severalLast"),
    holds: (time) => isOneDay(time) !== false || time.endPart !== "AFTERNOON",
  },
  {
    path: "endPart",
    ...fault("sameDay"),
    holds: ({ startPart, endPart, ...time }) => {
      if (!isOneDay(time)) return true;
      const [startDate, endDate] = [String(time.startDate), String(time.endDate)];
      const said = { startPart: saidPart(startPart), endPart: saidPart(endPart) };
      return readParts(said, null, { startDate, endDate }) !== null;
    },
  },
];
