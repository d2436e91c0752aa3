import { z } from "zod";
import { rule } from "@/server/kernel/field-faults";
import { pageInput } from "@/server/kernel/list-input";
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

const instantParam = z.iso
  .datetime({ offset: true, ...rule("timestamp") })
  .transform((text) => new Date(text));

/** The same filter in the query of an address. */
export const AuditQuery = AuditFilter.extend({ from: instantParam.optional(), to: instantParam.optional() });

/** The list on its page. */
export const AuditList = AuditQuery.extend({
  ...pageInput,
  limit: pageInput.limit.default(50),
});
