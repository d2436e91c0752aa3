import { z } from "zod";
import { retentionYears } from "@/drizzle/schema/values";

const keptYears = z.literal(retentionYears).nullable();

/** For how many years a workspace keeps what it would else keep for ever; null: for ever (decision 12.9). */
export const Retention = z.strictObject({
  auditKeptYears: keptYears,
  /** After somebody was erased. */
  erasedLeaveKeptYears: keptYears,
  /** API keys after they were revoked or expired, webhooks after they were revoked. */
  endedAccessKeptYears: keptYears,
});
export type Retention = z.output<typeof Retention>;
