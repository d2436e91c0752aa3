import { KeyPage } from "../pages/key.page";
import { NewWebhookPage } from "../pages/new-webhook.page";
import { Shell } from "../pages/shell.page";
import { WebhookPage } from "../pages/webhook.page";
import { WebhooksPage } from "../pages/webhooks.page";
import { callApi } from "../support/api";
import { createKey } from "../support/operator";
import { addPeople } from "../support/webhook-events";
import { pauseForFailures } from "../support/webhook-time";
import { createWebhook, expect, test } from "../webhook-fixtures";

test("revoking a key can pause the webhooks that it created", async ({
  page,
  receiver,
  signIn,
  workspace,
}) => {
  const made: string[] = [];
  const { id, plain } = await createKey(workspace.admin, "Integrations");
  for (const path of ["/one", "/two"]) {
    const body = { url: receiver.url + path, events: ["user.created"] };
    made.push((await callApi<{ webhookId: string }>(plain, "POST", "/v2/webhooks", body)).webhookId);
  }
  await signIn(workspace.admin);
  const key = new KeyPage(page);
  await key.open(id, "?tab=settings");
  await key.revoke().click();
  const revoking = key.revoking("Integrations");
  const pauses = revoking
    .dialog()
    .getByRole("checkbox", { name: "Also pause webhooks created with this key" });
  await expect(pauses).not.toBeChecked();
  await expect(pauses).toHaveAccessibleDescription(/acts as its owner and doesn't need the key/);
  await pauses.check();
  await revoking.confirmWith("Integrations");
  await expect(revoking.dialog()).toBeHidden();
  const webhook = new WebhookPage(page);
  for (const webhookId of made) {
    await webhook.open(webhookId);
    await expect(page.getByRole("note", { name: "This webhook is paused." })).toContainText(
      "The key it was created with was revoked",
    );
  }
  const list = new WebhooksPage(page);
  await list.open("?status=paused");
  await expect(list.row(receiver.host)).toHaveCount(2);
  await expect(list.row(receiver.host).first()).toContainText("Paused – key revoked");
});

test("a paused webhook holds events, and resuming asks whether to send them", async ({
  page,
  receiver,
  webhook,
  workspace,
}) => {
  await webhook.tab("Settings").click();
  await webhook.pause().click();
  const toast = new Shell(page).notifications();
  await expect(toast).toContainText("Webhook paused");
  await expect(webhook.resume()).toBeVisible();
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(webhook.pause()).toBeVisible();
  await webhook.pause().click();
  await expect(page.getByRole("note", { name: "This webhook is paused." })).toBeVisible();
  await addPeople(workspace, "Ana", "Bojan");
  await webhook.resume().click();
  await expect(webhook.missed()).toHaveAccessibleName("Also redeliver the 2 events missed while paused?");
  expect(receiver.types).toEqual(["webhook.test"]);
  await webhook.missed().getByRole("button", { name: "Resume and redeliver 2" }).click();
  await expect(webhook.pause()).toBeVisible();
  await expect.poll(() => receiver.types).toEqual(["webhook.test", "user.created", "user.created"]);

  await webhook.pause().click();
  await expect(webhook.resume()).toBeVisible();
  await addPeople(workspace, "Cora");
  await webhook.resume().click();
  await webhook.missed().getByRole("button", { name: "Resume without them" }).click();
  await expect(webhook.pause()).toBeVisible();
  await webhook.tab("Deliveries").click();
  await expect(webhook.rows("Cancelled")).toHaveCount(1);
});

test("a webhook paused after failures is tested, then resumed", async ({
  page,
  receiver,
  signIn,
  workspace,
}) => {
  receiver.status = 500;
  await signIn(workspace.admin);
  await createWebhook(page, receiver);
  const webhook = new WebhookPage(page);
  await expect(webhook.testResult()).toContainText("not delivered");
  const id = webhook.id();
  await pauseForFailures(id);
  await webhook.open(id);
  const banner = page.getByRole("note", { name: "Paused after 72 hours without a successful delivery." });
  await expect(banner).toContainText("The endpoint responded with 500.");
  await banner.getByRole("button", { name: "Send test event, then resume" }).click();
  await expect(banner.getByRole("status")).toContainText("The endpoint responded with 500.");
  receiver.status = 204;
  await banner.getByRole("button", { name: "Send test event, then resume" }).click();
  await expect(new Shell(page).notifications()).toContainText("Webhook resumed");
  await expect(banner).toBeHidden();
});

test("a secret is rotated with an overlap, which can be ended, or expires at once", async ({
  page,
  receiver,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const first = await createWebhook(page, receiver);
  const webhook = new WebhookPage(page);
  const form = new NewWebhookPage(page);
  await expect(webhook.testResult()).toContainText("Delivered");
  const id = webhook.id();
  const arrives = async () => {
    const before = receiver.arrivals.length;
    await webhook.open(id, "?tab=settings");
    await webhook.sendTest().click();
    await expect.poll(() => receiver.arrivals.length).toBe(before + 1);
    await webhook.open(id, "?tab=secret");
  };
  await webhook.tab("Secret").click();
  await expect(page.getByText(`${first.slice(0, 12)}…`)).toBeVisible();
  await webhook.rotate().click();
  await webhook.rotating().getByRole("button", { name: "Rotate secret" }).click();
  const second = await form.saving().take();
  await arrives();
  expect([receiver.verifies(first), receiver.verifies(second)]).toEqual([true, true]);

  await expect(webhook.rotate()).toHaveAttribute("aria-disabled", "true");
  await webhook.endOverlap().click();
  const ending = page.getByRole("alertdialog", { name: "End the overlap now?" });
  await ending.getByRole("textbox").fill(receiver.host);
  await ending.getByRole("button", { name: "End overlap" }).click();
  await expect(webhook.endOverlap()).toBeHidden();
  await arrives();
  expect([receiver.verifies(first), receiver.verifies(second)]).toEqual([false, true]);

  await webhook.rotate().click();
  await webhook.rotating().getByRole("radio", { name: "Expire the old one now" }).check();
  await webhook.rotating().getByRole("textbox").fill(receiver.host);
  await webhook.rotating().getByRole("button", { name: "Rotate secret" }).click();
  const third = await form.saving().take();
  await arrives();
  expect([receiver.verifies(second), receiver.verifies(third)]).toEqual([false, true]);
});
