import { createLoader, createSerializer, parseAsIsoDateTime, parseAsString } from "nuqs/server";

/** What the address holds, of the page and of the file: a filtered view can be pasted to a colleague. */
export const auditParsers = {
  actor: parseAsString,
  key: parseAsString,
  action: parseAsString,
  resourceType: parseAsString,
  resourceId: parseAsString,
  from: parseAsIsoDateTime,
  to: parseAsIsoDateTime,
};
export const loadAuditParams = createLoader(auditParsers);
export const auditQueryOf = createSerializer(auditParsers);
export type AuditParams = ReturnType<typeof loadAuditParams> extends Promise<infer P> ? P : never;

/** What the procedures take; ids as they stand in the address. */
export interface AuditQuery {
  actor?: string;
  key?: string;
  action?: string;
  resourceType?: string;
  resourceId?: string;
  from?: Date;
  to?: Date;
}

export const isNarrowed = (query: AuditQuery | AuditParams): boolean =>
  Object.values(query).some((value) => value !== null && value !== undefined);
