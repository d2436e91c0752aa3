import { encodeId } from "@/server/kernel/schema";
import { type DayNumber, dayNumber } from "@/server/kernel/time/calendar-date";
import type { CreditToDecide } from "@/server/modules/leave/decisions/find-credits-to-decide";
import type { SeenCredit } from "./store";

const userOf = (id: string | null) => id && encodeId("user", id);

export const creditV2 = (row: SeenCredit) => ({
  id: encodeId("credit", row.id),
  userId: encodeId("user", row.userId),
  leaveTypeId: row.leaveTypeId && encodeId("leaveType", row.leaveTypeId),
  days: row.days,
  earnedOn: row.earnedOn,
  expiresOn: row.expiresOn,
  source: row.source,
  status: row.status,
  reason: row.reason,
  decisionReason: row.decisionReason,
  createdById: userOf(row.createdById),
  decidedById: userOf(row.decidedById),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** For those who decide. */
export const creditToDecideView = ({ credit, typeName, person }: CreditToDecide) => ({
  ...credit,
  id: encodeId("credit", credit.id),
  typeName,
  userName: person.name,
});

/** For the pages. @param today at the person's location */
export const creditView = (row: SeenCredit, today: DayNumber) => ({
  ...creditV2(row),
  // Its status stays APPROVED: an expiry is no decision.
  hasExpired: row.status === "APPROVED" && row.expiresOn !== null && dayNumber(row.expiresOn) < today,
  leaveTypeName: row.leaveTypeName,
  version: row.version,
});
