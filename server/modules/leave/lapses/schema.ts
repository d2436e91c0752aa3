import { z } from "zod";
import { type FilterOf, listInput, sortInput } from "@/server/kernel/list-input";
import { dateText, idOf } from "@/server/kernel/schema";

/** How many days ahead the list of lapses looks; the first is the default. */
export const lapseSpans = ["90", "30", "180", "365"] as const;

/** How many days back the list looks at what has lapsed. */
export const pastLapseSpans = ["-365", "-730"] as const;

/** In place of a leave type: the one of which most days lapse. */
export const largestSum = "most";

/** By what the list of lapses is ordered; the first is the default. */
export const lapseColumns = ["day", "name", "days"] as const;

const placesAndType = {
  location: idOf("location").optional(),
  department: idOf("department").optional(),
  leaveType: idOf("leaveType").optional(),
};
/** Notices are of days that still lapse. */
const lapseFilter = { ...placesAndType, within: z.enum(lapseSpans).default("90") };

/** The list of lapses on its page. */
export const LapseSearch = z.strictObject({
  ...listInput,
  ...placesAndType,
  leaveType: z.union([idOf("leaveType"), z.literal(largestSum)]).optional(),
  within: z.enum([...lapseSpans, ...pastLapseSpans]).default("90"),
  sort: sortInput(lapseColumns, "day"),
});
export type LapseFilter = FilterOf<typeof LapseSearch>;

/** Days of a person that lapse on a day. */
const LapseRef = z.strictObject({
  userId: idOf("user"),
  leaveTypeId: idOf("leaveType"),
  lapsesOn: dateText,
});

/** Some rows of the list, or all that match a filter. */
const lapseSelection = z.union([
  z.strictObject({ rows: z.array(LapseRef).min(1).max(1000) }),
  z.strictObject({ filter: z.strictObject({ q: listInput.q, ...lapseFilter }) }),
]);
export type LapseSelection = z.output<typeof lapseSelection>;

export const NoticesPreview = z.strictObject({ select: lapseSelection });

/** A step of notifying the selected people. */
export const NoticesStep = NoticesPreview.extend({
  /** `next` of the step before. */
  after: idOf("user").nullable().default(null),
});
