import { z } from "zod";
import { rule } from "@/server/kernel/field-faults";
import { idOf } from "@/server/kernel/schema";
import { type Crowd, ruleKind } from "./kind";

/** The most of a group that may be away of those who would work on a day: a number, or a percentage rounded down, at least one. */
export const limitOf = (
  { count, percent }: { count?: number; percent?: number },
  size: number | null,
): number => count ?? Math.max(1, Math.floor(((size ?? 0) * (percent ?? 0)) / 100));

/** Whether no one more can be away. @param parameters of a rule of this kind */
export const isFull = (parameters: unknown, { away, size }: Pick<Crowd, "away" | "size">): boolean =>
  away + 1 > limitOf(parameters as { count?: number; percent?: number }, size);

const MaxAwayParameters = z
  .strictObject({
    /** Of the person's department (with those below a targeted one), of their location, or of each targeted label that they have. */
    group: z.enum(["DEPARTMENT", "LOCATION", "LABEL"]),
    count: z.int().min(1).max(100_000).optional(),
    percent: z.int().min(1).max(100).optional(),
    /** Whether requests that wait for a decision count as away. */
    countsOpen: z.boolean().default(true),
    /** Leave of these types is not away, such as working from home. */
    ignoredLeaveTypeIds: z.array(idOf("leaveType")).max(100).default([]),
  })
  .refine(({ count, percent }) => (count === undefined) !== (percent === undefined), {
    path: ["count"],
    ...rule("countOrPercent"),
  });

/** How many of a group may be away on a day. */
export const maxAway = ruleKind({
  parameters: MaxAwayParameters,
  needs: ["crowds"],
  judge({ id, parameters }, { crowds, leaveTypeId }) {
    // Leave that isn't away takes no one's place.
    if (parameters.ignoredLeaveTypeIds.includes(leaveTypeId)) return null;
    const full = (crowds.get(id) ?? []).filter((crowd) => isFull(parameters, crowd));
    const [first] = full;
    if (!first) return null;
    const days = [...new Set(full.map(({ day }) => day))].sort((a, b) => a - b);
    return { days, facts: { away: first.away, most: limitOf(parameters, first.size) } };
  },
  sentence: ({ group, count, percent, countsOpen = true, ignoredLeaveTypeIds: ignored = [] }, { say }) =>
    [
      count === undefined
        ? say(`leaveRule.awayPercent.${group}`, { percent: percent ?? 0 })
        : say(`leaveRule.awayCount.${group}`, { count }),
      say(countsOpen ? "leaveRule.awayOpen" : "leaveRule.awayApproved"),
      ...(ignored.length === 0 ? [] : [say("leaveRule.awayIgnored", { count: ignored.length })]),
    ].join(" "),
});
