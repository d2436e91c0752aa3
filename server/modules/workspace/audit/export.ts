import type { Ctx } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import type { Position } from "@/server/kernel/database/page-token";
import { type CsvStyle, csvFile, csvLineIn } from "@/server/kernel/text/csv";
import { findAudit } from "./list";
import { auditLine } from "./present";
import type { AuditFilter } from "./schema";

const rowsAtOnce = 1000;

const columns = [
  "time",
  "action",
  "resourceType",
  "resourceId",
  "actingUserId",
  "actingUser",
  "keyOwnerId",
  "keyOwner",
  "keyId",
  "key",
  "requestId",
  "changes",
  "via",
  "standsInForId",
  "standsInFor",
  "clientId",
  "app",
];

function cellsOf(row: Parameters<typeof auditLine>[0]): unknown[] {
  const {
    at,
    action,
    resourceType,
    resourceId,
    actor,
    owner,
    key,
    requestId,
    changes,
    via,
    standsInFor,
    app,
  } = auditLine(row);
  const who = [actor?.id, actor?.name, owner?.id, owner?.name, key?.id, key?.name];
  return [
    at.toISOString(),
    action,
    resourceType,
    resourceId,
    ...who,
    requestId,
    changes,
    via,
    standsInFor?.id,
    standsInFor?.name,
    app?.id,
    app?.name,
  ];
}

/**
 * The matching lines as CSV, newest first, streamed a thousand at a time: memory use does not depend on the size of the log. Lines written
 * during the export are not part of it.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, before the first line
 */
export function exportAudit(ctx: Ctx, filter: AuditFilter, style: CsvStyle): AsyncGenerator<string> {
  requireAdmin(ctx);
  return lines(ctx, filter, style);
}

async function* lines(ctx: Ctx, filter: AuditFilter, style: CsvStyle): AsyncGenerator<string> {
  yield csvFile([columns], style);
  const line = csvLineIn(style);
  let after: Position | null = null;
  do {
    const page = await findAudit(ctx, filter, { limit: rowsAtOnce, after });
    yield page.items.map((row) => line(cellsOf(row))).join("");
    after = page.next;
  } while (after);
}
