import { readId, readInstant, readWord } from "@/app/_kit/list/list-query";

/** The query of the audit log in an address, which is also that of its export: a filtered view can be shared by link. */
export const readAuditQuery = (address: URLSearchParams) => ({
  actor: readId("user", "actor", address),
  key: readId("key", "key", address),
  action: readWord("action", address),
  resourceType: readWord("resourceType", address),
  resourceId: readWord("resourceId", address),
  from: readInstant("from", address),
  to: readInstant("to", address),
});
export type AuditQuery = ReturnType<typeof readAuditQuery>;

/** The address of a view. */
export const auditAddress = (path: string, query: Record<string, string | undefined>): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
};
