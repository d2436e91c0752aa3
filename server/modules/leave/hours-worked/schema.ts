import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { hoursWorkedSources } from "@/drizzle/schema/values";
import { rule } from "@/server/kernel/field-faults";
import {
  dateText,
  idOf,
  limitParam,
  listParam,
  nextTokenParam,
  plainText,
  wireDate,
  wireId,
  wireInstant,
} from "@/server/kernel/schema";
import { attemptText } from "@/server/modules/integrations/operations/schema";
import { importBody } from "@/server/modules/workspace/imports/schema";

const hasHundredths = (hours: number): boolean => Math.abs(hours * 100 - Math.round(hours * 100)) < 1e-6;

const dayOfHours = dateText.refine(
  (date) => date >= "1900-01-01" && date < "2200-01-01",
  rule("within", { from: 1900, to: 2199 }),
);
const hours = z
  .number()
  .min(0, rule("notNegative"))
  .max(limits.hoursWorkedDays * limits.hoursPerDay)
  .refine(hasHundredths, rule("twoDecimals"));

const firstDay = dayOfHours.meta({ description: "The first day of the period, such as a Monday." });
const lastDay = dayOfHours.meta({
  description: "The last day of the period, on which its hours give days of leave. It must be over or today.",
});

export const HoursWorkedCreate = z
  .strictObject({
    userId: idOf("user"),
    firstDay,
    lastDay,
    hours: hours.meta({ description: "The hours worked in the period, at most 24 for each of its days." }),
  })
  .meta({ id: "HoursWorkedCreate" });
export type HoursWorkedCreate = z.output<typeof HoursWorkedCreate>;

/** Hours of a period that has none yet, as a page sends them. */
export const HoursSubmission = z.strictObject({ attempt: attemptText, hours: HoursWorkedCreate });
/** Other hours of a period, as a page sends them. */
export const HoursChange = z.strictObject({ attempt: attemptText, id: idOf("hoursWorked"), hours });

/** Hours worked in an import: the person by email address, ID, employee ID or name. */
export const HoursImportRow = z.strictObject({
  user: plainText(254),
  firstDay,
  lastDay: lastDay.optional().meta({ description: "Defaults to `firstDay`." }),
  hours,
});
export type HoursImportRow = z.output<typeof HoursImportRow>;

export const HoursImport = importBody(
  "HoursImport",
  "user (email address, ID, employee ID or name), firstDay, lastDay (defaults to firstDay), hours.",
);

export const HoursWorkedQuery = z.object({
  userIds: listParam(idOf("user"))
    .default([])
    .meta({ description: "Comma-separated IDs.", override: { type: "string", minLength: 1 } }),
  startDate: dateText.optional().meta({ description: "Periods whose last day is this day or later." }),
  endDate: dateText.optional().meta({ description: "Periods whose last day is this day or earlier." }),
  limit: limitParam(100, 100),
  nextToken: nextTokenParam,
});

export const HoursWorked = z
  .object({
    id: wireId("hoursWorked"),
    userId: wireId("user"),
    firstDay: wireDate,
    lastDay: wireDate,
    hours: z.number(),
    hoursPerDay: z.number().meta({
      description:
        "The hours of the user's average working day on `lastDay`, as it was when the hours were reported: hours are days by it.",
    }),
    source: z.enum(hoursWorkedSources),
    createdById: wireId("user").nullable(),
    createdAt: wireInstant,
    updatedAt: wireInstant,
  })
  .meta({ id: "HoursWorked" });
