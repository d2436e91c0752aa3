import type {
  AuditParams,
  AuditQuery,
} from "@/app/(app)/dashboard/(settings)/settings/audit-log/audit-filter";
import { AuditFilter } from "@/server/modules/workspace/audit/schema";

/** Reads the filter from the URL. Invalid parameters are dropped, not refused. */
export function auditQuery(params: AuditParams): AuditQuery {
  const fields: Record<string, { safeParse(value: unknown): { success: boolean } }> = AuditFilter.shape;
  return Object.fromEntries(
    Object.entries(params).filter(
      ([name, value]) => value !== null && fields[name]?.safeParse(value).success === true,
    ),
  );
}
