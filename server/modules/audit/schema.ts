import { z } from "zod";
import { idOf, plainText } from "@/server/kernel/schema";

/** Which lines of the audit log; all of them together. */
export const AuditFilter = z.strictObject({
  /** The person whose right was used, or whose key. */
  actor: idOf("user").optional(),
  key: idOf("key").optional(),
  /** `leave.approve`, or `leave` for everything that was done to leave. */
  action: plainText(100).optional(),
  resourceType: plainText(100).optional(),
  /** A public id. */
  resourceId: plainText(100).optional(),
  /** Included. */
  from: z.date().optional(),
  /** Not included. */
  to: z.date().optional(),
});
export type AuditFilter = z.output<typeof AuditFilter>;

export const AuditList = AuditFilter.extend({
  limit: z.int().min(1).max(200).default(50),
  /** `next` of the page before. */
  cursor: z.string().optional(),
});

const instantParam = z.iso
  .datetime({ offset: true, error: "Must be a timestamp such as 2026-11-20T20:00:00Z." })
  .transform((text) => new Date(text));

/** The same filter in the query of an address. */
export const AuditQuery = AuditFilter.extend({ from: instantParam.optional(), to: instantParam.optional() });
