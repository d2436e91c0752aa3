import { z } from "zod";
import { retentionYears } from "@/drizzle/schema/values";

const keptYears = z.literal(retentionYears).nullable();

/** A workspace's retention periods in years; null: forever (decision 12.9). */
export const Retention = z.strictObject({
  auditKeptYears: keptYears,
  /** After a person's erasure. */
  erasedLeaveKeptYears: keptYears,
  /** API keys after their revocation or expiry, webhooks after their revocation. */
  endedAccessKeptYears: keptYears,
});
export type Retention = z.output<typeof Retention>;
