import { NewWebhookPage } from "../pages/new-webhook.page";
import { Shell } from "../pages/shell.page";
import { WebhookPage } from "../pages/webhook.page";
import { WebhooksPage } from "../pages/webhooks.page";
import { signedInElsewhere } from "../support/another-browser";
import { createPerson } from "../support/operator";
import { expect, test } from "../webhook-fixtures";

test("a webhook is created, its secret shown once, and the signed test event arrives @phone", async ({
  page,
  receiver,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const list = new WebhooksPage(page);
  await list.open();
  await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
  await list.add().click();
  const form = new NewWebhookPage(page);
  await form.description().fill("Ünïcode – plan");
  await expect(form.description()).toHaveAccessibleDescription(/14 of 200/);
  const saving = await form.create(receiver.url, ["leave.approved", "user.created"]);
  await expect(saving.dialog()).toBeVisible();
  for (const [language, library] of [
    ["Python", "from standardwebhooks.webhooks import Webhook"],
    ["Go", "standardwebhooks.NewWebhook"],
    ["Node", 'from "@timeaway/client"'],
  ] as const) {
    await saving.language(language).click();
    await expect(saving.dialog().getByRole("region", { name: `${language} sample` })).toContainText(library);
  }
  const secret = await saving.take();
  expect(secret).toMatch(/^whsec_/);

  const webhook = new WebhookPage(page);
  await expect(webhook.testResult()).toContainText(/Delivered, 200 in \d+ ms/);
  await expect(page.getByRole("heading", { level: 1, name: receiver.host })).toBeVisible();
  expect(receiver.types).toEqual(["webhook.test"]);
  expect(receiver.verifies(secret)).toBe(true);
  await page.reload();
  await expect(page.locator("body")).not.toContainText(secret);

  await list.open();
  await expect(list.row(receiver.host)).toContainText("Active");
  await expect(list.row(receiver.host)).toContainText("Delivered");
  await expect(list.row(receiver.host)).toContainText("100%");
  await expect(list.row(receiver.host)).toContainText(workspace.admin.name);
});

test("422 the form reports errors in an address and in the events, before and after asking the server", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const form = new NewWebhookPage(page);
  await form.open();
  await form.submit().click();
  await expect(form.url()).toBeFocused();
  await expect(form.url()).toHaveAccessibleDescription(/^Enter your endpoint's URL\./);
  await expect(form.events()).toHaveAccessibleDescription("Choose at least one event.");
  for (const [address, fault] of [
    ["hooks.example.com", "Enter a full URL"],
    ["http://hooks.example.com", "must start with https"],
    ["https://localhost/x", "can't be reached from the internet"],
    ["https://10.0.0.1/x", "can't be reached from the internet"],
  ] as const) {
    await form.url().fill(address);
    await form.submit().click();
    await expect(form.url()).toHaveAccessibleDescription(new RegExp(fault));
  }
  await form.url().fill("https://2130706433.example.invalid/x");
  await form.event("leave.approved").check();
  await form.submit().click();
  await expect(form.url()).toHaveAccessibleDescription(/Must be an absolute https URL on a public host\./);
  await form.sample("leave.approved").click();
  await expect(page.getByRole("dialog", { name: "Sample payload of leave.approved" })).toContainText(
    '"previousStatus": "OPEN"',
  );
});

test("events outside the role cannot be chosen, and say why", async ({ page, signIn, workspace }) => {
  await signIn(await createPerson(workspace, "USER"));
  const form = new NewWebhookPage(page);
  await form.open();
  await expect(form.event("leave.approved")).toBeEnabled();
  await page.getByRole("button", { name: "Select all events" }).click();
  await expect(form.event("leave.approved")).toBeChecked();
  for (const refused of await page.getByRole("checkbox", { disabled: true }).all()) {
    await expect(refused).not.toBeChecked();
    await expect(refused).toHaveAccessibleDescription(/Users without a role cannot/);
  }
  await expect(page.getByText("Always sent")).toBeVisible();
});

test("settings are changed, and a test event goes to the new address", async ({
  page,
  receiver,
  webhook,
}) => {
  await webhook.tab("Settings").click();
  const form = new NewWebhookPage(page);
  await form.url().fill(`${receiver.url}/moved`);
  await form.description().fill("Payroll");
  await form.event("leave.approved").check();
  await webhook.save().click();
  await expect(new Shell(page).notifications()).toContainText("Changes saved");
  await expect(page.getByRole("heading", { level: 1, name: /\/hooks\/moved$/ })).toBeVisible();
  await webhook.sendTest().click();
  await expect(webhook.testResult()).toContainText(/Delivered, 200/);
});

test("404 another user's webhook and a missing webhook show the same page", async ({
  webhook,
  workspace,
  browser,
}) => {
  const id = webhook.id();
  const other = await signedInElsewhere(browser, await createPerson(workspace, "USER"));
  for (const asked of [id, "webhook-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f", "nonsense"]) {
    const answer = await new WebhookPage(other).open(asked);
    expect(answer?.status()).toBe(404);
  }
  await other.goto("/dashboard/open-api/webhooks/new");
  await expect(new NewWebhookPage(other).event("user.created")).toHaveAccessibleDescription(
    /^A person is added\./,
  );
});

test("a deleted webhook is revoked, stays readable, and gets nothing more", async ({
  page,
  receiver,
  webhook,
}) => {
  await webhook.tab("Settings").click();
  await webhook.delete().click();
  const deleting = webhook.deleting(receiver.host);
  await expect(deleting.dialog().getByRole("button", { name: "Keep webhook" })).toBeFocused();
  await expect(deleting.evidence()).toContainText("1 delivery received in the last 24 hours");
  await deleting.confirmWith(receiver.host);
  await expect(page.getByRole("note", { name: "This webhook is revoked." })).toContainText("It was deleted.");
  await webhook.tab("Deliveries").click();
  await expect(webhook.rows("webhook.test")).toHaveCount(1);
  await expect(webhook.recover()).toBeHidden();
  const list = new WebhooksPage(page);
  await list.open();
  await page.getByRole("button", { name: "Show revoked webhooks" }).click();
  await expect(list.row(receiver.host)).toContainText("Revoked");
});
