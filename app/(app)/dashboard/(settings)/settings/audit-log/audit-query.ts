import { createLoader, createSerializer, parseAsIsoDateTime, parseAsString } from "nuqs/server";

/** The URL parameters of the page and of the export: a filtered view can be shared by link. */
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

/** The input of the procedures; ids as they are in the URL. */
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
