import { encodeId } from "@/server/kernel/schema";
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

/** For the pages. */
export const creditView = (row: SeenCredit) => ({
  ...creditV2(row),
  leaveTypeName: row.leaveTypeName,
  version: row.version,
});
