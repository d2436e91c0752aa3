import { encodeId, type IdKind, idKinds } from "@/server/kernel/schema";
import type { AuditRow } from "./list";

/** Resource types whose public ids have another prefix than the type in camel case. */
const prefixes: Record<string, IdKind> = {
  api_key: "key",
  oauth_client: "client",
  oauth_grant: "grant",
  scheduled_report: "report",
};

function publicId({ resourceType, resourceId }: Line): string | null {
  if (resourceId === null) return null;
  const camel = resourceType.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const kind = prefixes[resourceType] ?? idKinds.find((one) => one === camel);
  return kind ? encodeId(kind, resourceId) : resourceId;
}

const named = (kind: IdKind, id: string | null, name: string | null) =>
  id === null ? null : { id: encodeId(kind, id), name };

type Line = Omit<AuditRow, "placeNames" | "labelNames">;

/** A line. `actor` is null for jobs and the operator's command line. */
export const auditLine = (row: Line) => ({
  id: encodeId("auditEvent", row.id),
  at: row.at,
  action: row.action,
  resourceType: row.resourceType,
  resourceId: publicId(row),
  actor: named("user", row.actingUserId, row.actingUserName),
  owner: named("user", row.ownerId, row.ownerName),
  /** The approver in whose place the actor decided as a stand-in. */
  standsInFor: named("user", row.standsInForId, row.standsInForName),
  key: named("key", row.keyId, row.keyName),
  /** The app that acted for the actor. */
  app: named("client", row.clientId, row.clientName),
  /** `mail` for actions by a link in a mail, `directory` for those of the company's directory. */
  via: row.via,
  requestId: row.requestId,
  changes: row.changes,
});

/** A line on the pages. */
export const auditView = (row: AuditRow) => ({
  ...auditLine(row),
  placeNames: Object.fromEntries(
    Object.entries(row.placeNames).map(([id, name]) => [encodeId("location", id), name]),
  ),
  labelNames: row.labelNames,
});
export type AuditView = ReturnType<typeof auditView>;
