import { encodeId } from "@/server/kernel/schema";
import { inHours } from "@/server/kernel/time/amount";
import { dayText } from "@/server/kernel/time/calendar-date";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import type { ExplanationLine } from "./explain-balance";
import type { BalancesOfUser } from "./list-balances";
import type { CreditLeft } from "./policy";
import type { BalanceRow } from "./read";
import type { BalanceCurve } from "./read-curve";

export const balanceV2 = (row: BalanceRow) => ({
  leaveTypeId: row.leaveTypeId && encodeId("leaveType", row.leaveTypeId),
  year: { start: dayText(row.year.start), end: dayText(row.year.end) },
  unlimited: row.unlimited,
  quota: toDays(row.quota),
  accrued: toDays(row.accrued),
  adjusted: toDays(row.adjusted),
  credited: toDays(row.credited),
  credits: row.leaveTypeId === null ? [] : row.credits.map(creditLeft),
  carriedOver: toDays(row.carriedOver),
  carriedOverExpiresAt: row.carriedOverExpiresOn === null ? null : dayText(row.carriedOverExpiresOn),
  taken: toDays(row.taken),
  scheduled: toDays(row.scheduled),
  pending: toDays(row.pending),
  remaining: row.remaining === null ? null : toDays(row.remaining),
  hoursPerDay: row.hoursPerDay,
  remainingHours: row.remaining === null ? null : inHours(toDays(row.remaining), row.hoursPerDay),
});

const creditLeft = ({ credit: { creditId, amount, day, expiresOn }, left }: CreditLeft) => ({
  id: encodeId("credit", creditId),
  days: toDays(amount),
  used: toDays(amount - left),
  earnedOn: dayText(day),
  expiresOn: dayText(expiresOn),
});

export const userBalancesV2 = ({ userId, asOf, balances }: BalancesOfUser) => ({
  userId: encodeId("user", userId),
  asOf: dayText(asOf),
  balances: balances.map(balanceV2),
});

/** One's own balance for the pages. */
export const ownBalanceView = (row: BalanceRow) => ({
  ...balanceV2(row),
  leaveTypeName: row.leaveTypeName,
  leaveTypeColor: row.leaveTypeColor,
  dayHours: row.dayHours,
  creditsRequestable: row.creditsRequestable,
  earnsByHours: row.earnsByHours,
  creditValidDays: row.creditValidDays,
});

export const explanationLineV2 = (line: ExplanationLine & { hoursPerDay: number | null }) => ({
  date: dayText(line.day),
  kind: line.kind,
  days: toDays(line.amount),
  hours: inHours(toDays(line.amount), line.hoursPerDay),
  balanceAfter: line.balanceAfter === null ? null : toDays(line.balanceAfter),
  balanceAfterHours: line.balanceAfter === null ? null : inHours(toDays(line.balanceAfter), line.hoursPerDay),
  leaveId: line.leaveId && encodeId("leave", line.leaveId),
  creditId: line.creditId && encodeId("credit", line.creditId),
  note: line.note,
  expiresOn: line.expiresOn === null ? null : dayText(line.expiresOn),
  hoursWorked: line.hoursWorked,
  hoursWorkedRate: line.hoursWorkedRate,
});

/** A line for the pages. */
export const explanationLineView = (
  line: ExplanationLine & { hoursPerDay: number | null; dayHours: number },
) => ({
  ...explanationLineV2(line),
  // People read minutes of the exact amount, not of hours that are rounded to hundredths.
  hoursPerDay: line.hoursPerDay,
  dayHours: line.dayHours,
});

/** A balance over the year for the pages. */
export const curveView = ({ year, today, hoursPerDay, dayHours, points, lapses }: BalanceCurve) => ({
  year: { start: dayText(year.start), end: dayText(year.end) },
  today: dayText(today),
  hoursPerDay,
  dayHours,
  points: points.map(({ day, changes, ...figures }) => ({
    date: dayText(day),
    given: toDays(figures.given),
    taken: toDays(figures.taken),
    waiting: toDays(figures.waiting),
    left: toDays(figures.left),
    remaining: toDays(figures.remaining),
    changes: changes.map(({ kind, amount }) => ({ kind, days: toDays(amount) })),
  })),
  lapses: lapses.map(({ day, amount }) => ({ date: dayText(day), days: toDays(amount) })),
});
