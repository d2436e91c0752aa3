import { expect, type Page } from "@playwright/test";
import { test as base } from "./fixtures";
import { NewWebhookPage } from "./pages/new-webhook.page";
import { WebhookPage } from "./pages/webhook.page";
import { Receiver } from "./support/receiver";

type Fixtures = {
  /** An endpoint that receives webhooks. */
  receiver: Receiver;
  /** The page of a webhook for new people, just created by the signed-in administrator; its test event arrived. */
  webhook: WebhookPage;
};

/** Creates a webhook for new people through the form. @returns its signing secret */
export async function createWebhook(page: Page, receiver: Receiver): Promise<string> {
  const form = new NewWebhookPage(page);
  await form.open();
  const saving = await form.create(receiver.url, ["user.created"]);
  return saving.take();
}

/** `test` with fixtures for journeys of webhooks. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies from here
  receiver: async ({}, use) => {
    const receiver = await Receiver.start();
    await use(receiver);
    await receiver.close();
  },
  webhook: async ({ page, receiver, signIn, workspace }, use) => {
    await signIn(workspace.admin);
    await createWebhook(page, receiver);
    const webhook = new WebhookPage(page);
    await expect(webhook.testResult()).toContainText("Delivered");
    await use(webhook);
  },
});

export { expect };
