import { expect } from "@playwright/test";
import { callApi } from "./api";
import { createKey, type Workspace } from "./operator";
import type { Receiver } from "./receiver";
import { giveUp, pauseForFailures } from "./webhook-time";

/** Ids of webhooks in each condition. */
export interface WebhooksMade {
  well: string;
  failing: string;
  autoPaused: string;
  revoked: string;
}

/** Webhooks in every condition, so that every badge and colour is on a page. */
export async function fillWebhooks(workspace: Workspace, receiver: Receiver): Promise<WebhooksMade> {
  const { plain } = await createKey(workspace.admin, "Integrations");
  const make = async (path: string, description: string | null) => {
    const body = { url: receiver.url + path, description, events: ["user.created", "leave.approved"] };
    return (await callApi<{ webhookId: string }>(plain, "POST", "/v2/webhooks", body)).webhookId;
  };
  const add = (name: string) =>
    callApi(plain, "POST", "/v2/users", { name, email: `${crypto.randomUUID()}@example.test` });
  const arrived = (count: number) => expect.poll(() => receiver.arrivals.length).toBe(count);
  const well = await make("/payroll", "Payroll, which needs every approved leave at once");
  await arrived(1);
  await add("Ana");
  await arrived(2);
  receiver.status = 503;
  const failing = await make("/a-rather-long-path/that-needs/more-than-one-line/on-a-phone", null);
  await arrived(3);
  await giveUp(failing);
  const autoPaused = await make("/old-crm", "Old CRM");
  await arrived(4);
  await giveUp(autoPaused);
  await pauseForFailures(autoPaused);
  await add("Bojan");
  await callApi(plain, "POST", `/v2/webhooks/${failing}/rotate-secret`, {});
  const revoked = await make("/retired", "Retired");
  await callApi(plain, "DELETE", `/v2/webhooks/${revoked}`);
  return { well, failing, autoPaused, revoked };
}
