import { encodeId } from "@/server/kernel/schema";
import { toHundredths } from "@/server/kernel/time/amount";
import type { HoursRow } from "./store";

export const hoursWorkedV2 = (row: HoursRow) => ({
  id: encodeId("hoursWorked", row.id),
  userId: encodeId("user", row.userId),
  firstDay: row.firstDay,
  lastDay: row.lastDay,
  hours: row.hours,
  hoursPerDay: toHundredths(row.minutesPerDay / 60),
  source: row.source,
  createdById: row.createdById && encodeId("user", row.createdById),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
