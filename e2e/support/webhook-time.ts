import { expect } from "@playwright/test";
import { withDatabase } from "./age";

const uuidOf = (id: string) => id.replace(/^webhook-/, "");

/** Makes the days of retries pass for every undelivered delivery of a webhook: they have failed for good. */
export const giveUp = (webhookId: string): Promise<void> =>
  withDatabase(async (sql) => {
    const left = async () => {
      // A delivery that is being sent right now would be overwritten.
      await sql`
        update webhook_deliveries set status = 'failed', next_attempt_at = null, completed_at = now(), attempt_count = 10
        where webhook_id = ${uuidOf(webhookId)} and status = 'pending' and attempt_count > 0 and next_attempt_at > now()`;
      const [row] = await sql`
        select count(*)::int as count from webhook_deliveries
        where webhook_id = ${uuidOf(webhookId)} and status = 'pending'`;
      return row?.count;
    };
    await expect.poll(left).toBe(0);
  });

/** Postpones every delivery that waits for a retry by two more hours. */
export const putOff = (webhookId: string): Promise<void> =>
  withDatabase(
    (sql) => sql`
      update webhook_deliveries set next_attempt_at = now() + interval '2 hours'
      where webhook_id = ${uuidOf(webhookId)} and status = 'pending' and attempt_count > 0 and next_attempt_at > now()`,
  );

/** Makes 72 hours without a success pass. */
export const pauseForFailures = (webhookId: string): Promise<void> =>
  withDatabase(
    (sql) => sql`
      update webhooks set status = 'paused', paused_reason = 'delivery_failures', paused_at = now()
      where id = ${uuidOf(webhookId)}`,
  );
