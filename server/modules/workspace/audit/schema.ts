import { z } from "zod";
import { idOf, plainText } from "@/server/kernel/schema";

/** Filters the audit log; all fields combined. */
export const AuditFilter = z.strictObject({
  /** The person with whose rights, or whose key, the action was done. */
  actor: idOf("user").optional(),
  key: idOf("key").optional(),
  /** `leave.approve`, or `leave` for every action on leave. */
  action: plainText(100).optional(),
  resourceType: plainText(100).optional(),
  /** A public id. */
  resourceId: plainText(100).optional(),
  /** Inclusive. */
  from: z.date().optional(),
  /** Exclusive. */
  to: z.date().optional(),
});
export type AuditFilter = z.output<typeof AuditFilter>;

export const AuditList = AuditFilter.extend({
  limit: z.int().min(1).max(200).default(50),
  /** `next` of the previous page. */
  cursor: z.string().optional(),
});

const instantParam = z.iso
  .datetime({ offset: true, error: "Must be a timestamp such as 2026-11-20T20:00:00Z." })
  .transform((text) => new Date(text));

/** The same filter in a URL's query. */
export const AuditQuery = AuditFilter.extend({ from: instantParam.optional(), to: instantParam.optional() });
