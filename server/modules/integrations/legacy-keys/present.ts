import { encodeId } from "@/server/kernel/schema";
import { monthlyQuota } from "@/server/modules/integrations/rate-limits/policy";
import type { LegacyKeyRow } from "./store";

/** A v1 key on the pages. */
export const legacyKeyView = (row: LegacyKeyRow) => ({
  id: encodeId("legacyKey", row.id),
  masked: `${row.prefix}…${row.lastFour}`,
  lastFour: row.lastFour,
  importedAt: row.importedAt,
  lastUsedAt: row.lastUsedAt,
  requestsToday: row.dayCount,
  requestsThisMonth: row.monthCount,
  monthlyQuota,
});
export type LegacyKeyView = ReturnType<typeof legacyKeyView>;
