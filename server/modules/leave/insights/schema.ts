import { z } from "zod";
import { idOf } from "@/server/kernel/schema";

/** The people of a calendar year that a picture is about. */
export const InsightsQuery = z.strictObject({
  year: z.int().min(1900).max(2199),
  locationId: idOf("location").optional(),
  departmentId: idOf("department").optional(),
});
export type InsightsQuery = z.output<typeof InsightsQuery>;

/** The people whose coming weeks a picture is about. */
export const CoverageQuery = InsightsQuery.omit({ year: true });
export type CoverageQuery = z.output<typeof CoverageQuery>;

export const YearEndQuery = z.strictObject({ ...InsightsQuery.shape, leaveTypeId: idOf("leaveType") });
export type YearEndQuery = z.output<typeof YearEndQuery>;
