import { expect } from "@playwright/test";
import { withDatabase } from "./age";

const uuidOf = (id: string) => id.replace(/^webhook-/, "");

/** Lets the days of retries pass for every delivery of a webhook that did not arrive: they have failed for good. */
export const giveUp = (webhookId: string): Promise<void> =>
  withDatabase(async (sql) => {
    const left = async () => {
      // What is being sent right now would be written over.
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

/** Makes whatever waits for its next try wait for two more hours. */
export const putOff = (webhookId: string): Promise<void> =>
  withDatabase(
    (sql) => sql`
      update webhook_deliveries set next_attempt_at = now() + interval '2 hours'
      where webhook_id = ${uuidOf(webhookId)} and status = 'pending' and attempt_count > 0 and next_attempt_at > now()`,
  );

/** Lets 72 hours without a success pass. */
export const pauseForFailures = (webhookId: string): Promise<void> =>
  withDatabase(
    (sql) => sql`
      update webhooks set status = 'paused', paused_reason = 'delivery_failures', paused_at = now()
      where id = ${uuidOf(webhookId)}`,
  );
