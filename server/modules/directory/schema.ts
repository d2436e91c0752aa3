import { z } from "zod";
import { quotaResets } from "@/drizzle/schema/values";
import {
  idOf,
  limitParam,
  nextTokenParam,
  patchOf,
  plainText,
  wireDate,
  wireId,
  wireInstant,
} from "@/server/kernel/schema";

/** `limit` is validated and has no effect: departments come in one response (decision 5). */
export const DepartmentQuery = z.object({ limit: limitParam(1000) });

export const Department = z
  .object({
    id: wireId("department"),
    name: z.string(),
    isDefault: z.boolean(),
    createdAt: wireInstant,
  })
  .meta({ id: "Department" });

export const DepartmentApprover = z
  .object({ userId: wireId("user"), level: z.union([z.literal(1), z.literal(2)]) })
  .meta({ id: "DepartmentApprover" });

export const DepartmentDetail = Department.extend({
  parentId: wireId("department").nullable(),
  approvers: z.array(DepartmentApprover),
}).meta({ id: "DepartmentDetail" });

export const PageQuery = z.object({ limit: limitParam(1000), nextToken: nextTokenParam });

export const Location = z
  .object({
    id: wireId("location"),
    name: z.string(),
    timezone: z.string().meta({ description: "IANA name.", examples: ["Europe/Paris"] }),
    isDefault: z.boolean(),
    createdAt: wireInstant,
  })
  .meta({ id: "Location" });

const monthDay = z
  .string()
  .regex(/^\d{2}-\d{2}$/)
  .meta({ description: "`MM-DD`.", examples: ["01-01"] });
const weekday = z.int().min(0).max(6).meta({ description: "0 is Sunday, 6 is Saturday." });

export const RolloverExpiry = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("DATE"), monthDay }),
    z.object({ type: z.literal("DAYS_AFTER_RESET"), days: z.int().min(0) }),
  ])
  .meta({ id: "RolloverExpiry", description: "When carried-over days lapse." });

export const LocationDetail = Location.extend({
  yearStart: monthDay,
  firstDayOfWeek: weekday,
  workWeek: z.array(weekday),
  hoursPerDay: z.number(),
  quotaReset: z.enum(quotaResets),
  rolloverExpiry: RolloverExpiry.nullable(),
}).meta({ id: "LocationDetail" });

export const Label = z
  .object({
    id: wireId("label"),
    name: z.string(),
    color: z
      .string()
      .regex(/^[0-9a-fA-F]{6}$/)
      .meta({ description: "Six hex digits, without `#`." }),
    userCount: z.int().min(0).meta({ description: "Active users within the key's reach." }),
  })
  .meta({ id: "Label" });

const yearText = z
  .string()
  .regex(/^\d{4}$/, "Must be a year of four digits.")
  .refine((text) => text !== "0000", "Must be a year of four digits.")
  .meta({ override: { type: "string", pattern: "^\\d{4}$", examples: ["2026"] } });

export const HolidayQuery = PageQuery.extend({
  locationId: idOf("location").optional().meta({ description: "Only the holidays of this location." }),
  year: yearText.optional().meta({ description: "Only the holidays of this calendar year." }),
});
export type HolidayQuery = z.output<typeof HolidayQuery>;

export const Holiday = z
  .object({
    id: wireId("holiday"),
    locationId: wireId("location"),
    date: wireDate,
    name: z.string(),
    isHalfDay: z.boolean(),
  })
  .meta({ id: "Holiday" });

const color = z
  .string()
  .regex(/^[0-9a-fA-F]{6}$/, "Must be six hex digits without #.")
  .transform((text) => text.toLowerCase())
  .meta({ override: { type: "string", pattern: "^[0-9a-fA-F]{6}$", examples: ["3b82f6"] } });

export const LabelCreate = z.strictObject({ name: plainText(100), color }).meta({ id: "LabelCreate" });
export type LabelCreate = z.output<typeof LabelCreate>;

export const LabelPatch = patchOf(LabelCreate).meta({ id: "LabelPatch" });
export type LabelPatch = z.output<typeof LabelPatch>;
