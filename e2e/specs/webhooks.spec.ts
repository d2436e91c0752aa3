import type { Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { KeyPage } from "../pages/key.page";
import { NewWebhookPage } from "../pages/new-webhook.page";
import { Shell } from "../pages/shell.page";
import { WebhookPage } from "../pages/webhook.page";
import { WebhooksPage } from "../pages/webhooks.page";
import { callApi } from "../support/api";
import { createKey, createPerson, type Workspace } from "../support/operator";
import type { Receiver } from "../support/receiver";
import { giveUp, pauseForFailures } from "../support/webhook-time";
import { expect, test } from "../webhook-fixtures";

/** Makes a webhook for new people through the form. @returns its signing secret */
async function createWebhook(page: Page, receiver: Receiver): Promise<string> {
  const form = new NewWebhookPage(page);
  await form.open();
  const saving = await form.create(receiver.url, ["user.created"]);
  return saving.take();
}

/** Something happens that webhooks are told of. */
async function addPeople(workspace: Workspace, ...names: string[]): Promise<void> {
  const { plain } = await createKey(workspace.admin, `Importer of ${names[0]}`);
  for (const name of names)
    await callApi(plain, "POST", "/v2/users", { name, email: `${crypto.randomUUID()}@example.test` });
}

/** The administrator takes a week off. @returns the leave's id */
async function takeLeave(workspace: Workspace): Promise<string> {
  const { plain } = await createKey(workspace.admin, "Leave");
  const [location] = await callApi<{ id: string }[]>(plain, "GET", "/v2/locations");
  const type = await callApi<{ id: string }>(plain, "POST", "/v2/leave-types", {
    name: "Vacation",
    color: "00aa55",
    policies: [{ locationId: location?.id, yearlyQuota: 25 }],
  });
  const time = { startDate: localDay(1), endDate: localDay(7), isFullDayLeave: true };
  const leave = { leaveTypeId: type.id, ...time };
  return (await callApi<{ id: string }>(plain, "POST", "/v2/leaves", leave)).id;
}

/** `YYYY-MM-DD` where the browser is. */
const localDay = (daysFromNow: number): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(
    Date.now() + daysFromNow * 86_400_000,
  );

const verifies = (receiver: Receiver, secret: string, at = -1): boolean => {
  const arrival = receiver.arrivals.at(at);
  if (!arrival) return false;
  try {
    new Webhook(secret).verify(arrival.body, arrival.headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};

test("a webhook is created, its secret shown once, and the signed test event seen arriving @phone", async ({
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
    ["Node", 'from "standardwebhooks"'],
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
  expect(verifies(receiver, secret)).toBe(true);
  await page.reload();
  await expect(page.locator("body")).not.toContainText(secret);

  await list.open();
  await expect(list.row(receiver.host)).toContainText("Active");
  await expect(list.row(receiver.host)).toContainText("Delivered");
  await expect(list.row(receiver.host)).toContainText("100%");
  await expect(list.row(receiver.host)).toContainText(workspace.admin.name);
});

test("422 the form says what is wrong with an address and with the events, before and after asking the server", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const form = new NewWebhookPage(page);
  await form.open();
  await form.submit().click();
  await expect(form.url()).toBeFocused();
  await expect(form.url()).toHaveAccessibleDescription(/^Enter the address of your endpoint\./);
  await expect(form.events()).toHaveAccessibleDescription("Choose at least one event.");
  for (const [address, fault] of [
    ["hooks.example.com", "Enter a whole address"],
    ["http://hooks.example.com", "must start with https"],
    ["https://localhost/x", "cannot be reached from the internet"],
    ["https://10.0.0.1/x", "cannot be reached from the internet"],
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

test("an endpoint that fails is told of, and what failed is recovered", async ({
  page,
  receiver,
  signIn,
  workspace,
}) => {
  receiver.status = 503;
  await signIn(workspace.admin);
  await createWebhook(page, receiver);
  const webhook = new WebhookPage(page);
  await expect(webhook.testResult()).toContainText("not delivered. The endpoint answered 503.");
  const id = webhook.id();
  await addPeople(workspace, "Ana", "Bojan");
  await expect(async () => {
    await webhook.open(id);
    await expect(webhook.rows(/Retrying – next \d\d:\d\d/)).toHaveCount(3, { timeout: 500 });
  }).toPass();
  await expect(page.getByRole("note", { name: "Deliveries are failing." })).toContainText("503");
  await giveUp(id);
  await webhook.open(id, "?status=failed");
  await expect(webhook.rows("Failed")).toHaveCount(3);

  receiver.status = 200;
  const before = receiver.arrivals.length;
  await webhook.recover().click();
  await expect(webhook.recovering()).toContainText("3 failed deliveries match, oldest");
  await webhook.recovering().getByRole("button", { name: "Redeliver 3" }).click();
  await expect(webhook.recovering()).toContainText("3 deliveries are on the way.");
  await expect(webhook.recovering().getByRole("meter", { name: "Progress" })).toHaveAttribute(
    "aria-valuetext",
    "3 of 3",
  );
  await webhook.recovering().getByRole("button", { name: "Close", exact: true }).click();
  await expect.poll(() => receiver.arrivals.length).toBe(before + 3);
  const ids = receiver.arrivals.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(3);
  await webhook.open(id, "?status=succeeded");
  await expect(webhook.rows("Redelivery of")).toHaveCount(3);
  await webhook.recover().click();
  await webhook.recovering().getByRole("radio", { name: "Last hour" }).check();
  await expect(webhook.recovering()).toContainText("No failed delivery matches.");
});

test("deliveries are filtered in the address, selected and sent again, and new ones wait to be shown", async ({
  page,
  receiver,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  await createWebhook(page, receiver);
  const webhook = new WebhookPage(page);
  await expect(webhook.testResult()).toContainText("Delivered");
  await webhook.open(webhook.id());
  await expect(webhook.rows("webhook.test")).toHaveCount(1);
  await webhook.live().check();
  await expect(page).toHaveURL(/live=true/);
  await page.reload();
  await expect(webhook.live()).toBeChecked();
  await addPeople(workspace, "Ana");
  await expect(webhook.showNew()).toHaveText("Show 1 new delivery");
  await expect(webhook.rows("user.created")).toHaveCount(0);
  await webhook.showNew().click();
  await expect(webhook.rows("user.created")).toContainText("Delivered");

  await page.getByRole("combobox", { name: "Event" }).selectOption("user.created");
  await expect(page).toHaveURL(/event=user\.created/);
  await expect(webhook.rows("webhook.test")).toHaveCount(0);
  await page.reload();
  await expect(webhook.rows("user.created")).toHaveCount(1);
  await expect(webhook.redeliverSelected()).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("checkbox", { name: /^Select delivery-/ }).check();
  await webhook.redeliverSelected().click();
  await expect(new Shell(page).notifications()).toContainText("1 delivery on the way");
  await expect(webhook.rows("Redelivery of")).toHaveCount(1);
  await expect.poll(() => receiver.types.filter((type) => type === "user.created").length).toBe(2);

  await webhook.filterStatus().selectOption("Failed");
  await expect(page.getByRole("heading", { name: "No delivery matches" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(webhook.rows("webhook.test")).toHaveCount(1);
});

test("one delivery shows what was sent and answered, and can be sent again", async ({
  page,
  context,
  receiver,
  signIn,
  workspace,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(workspace.admin);
  await createWebhook(page, receiver);
  const webhook = new WebhookPage(page);
  await expect(webhook.testResult()).toContainText("Delivered");
  await webhook.open(webhook.id());
  const [id = ""] = await webhook.ids();
  await webhook.open(webhook.id(), `/deliveries/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "webhook.test" })).toBeVisible();
  await expect(webhook.attempts()).toHaveCount(1);
  await expect(webhook.attempts().first()).toContainText("Attempt 1: Received, 200");
  await expect(page.getByRole("region", { name: /^Request headers 1/ })).toContainText(
    "webhook-signature: v1,",
  );
  await expect(page.getByRole("region", { name: /^Response body 1/ })).toContainText("thanks");
  await expect(page.getByRole("region", { name: /^Signed text 1/ })).toContainText(/^msg_\w{26}\.\d+\.\{/);
  await webhook.copyAsCurl().click();
  const curl = await page.evaluate(() => navigator.clipboard.readText());
  expect(curl).toContain(`curl -X POST '${receiver.url}'`);
  const first = page.url();
  await webhook.redeliver().click();
  await expect(page).not.toHaveURL(first);
  await expect(page.getByText("Redelivery of")).toBeVisible();
  await expect(webhook.attempts().first()).toContainText("Received, 200");
  expect(receiver.arrivals.map(({ headers }) => headers["webhook-id"])).toEqual([
    receiver.arrivals[0]?.headers["webhook-id"],
    receiver.arrivals[0]?.headers["webhook-id"],
  ]);
});

test("a delivery opens beside the table under an address of its own, and is sent again from its row", async ({
  page,
  receiver,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  await createWebhook(page, receiver);
  const webhook = new WebhookPage(page);
  await expect(webhook.testResult()).toContainText("Delivered");
  await addPeople(workspace, "Ana");
  await expect.poll(() => receiver.types).toContain("user.created");
  await webhook.open(webhook.id());
  await expect(webhook.rows("user.created")).toContainText("Delivered");
  const [newest = "", oldest = ""] = await webhook.ids();

  await webhook.link(oldest).click();
  await expect(page).toHaveURL(new RegExp(`delivery=${oldest}`));
  await expect(webhook.panel().getByRole("heading", { name: "webhook.test" })).toBeVisible();
  await expect(webhook.panel()).toContainText("Attempt 1: Received, 200");
  await expect(webhook.link(oldest)).toHaveAttribute("aria-current", "true");
  await page.reload();
  await expect(webhook.panel().getByRole("heading", { name: "webhook.test" })).toBeVisible();
  await webhook.link(oldest).focus();
  await page.keyboard.press("ArrowUp");
  await expect(webhook.link(newest)).toBeFocused();
  await expect(webhook.panel().getByRole("heading", { name: "user.created" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(webhook.panel()).toBeHidden();
  await expect(webhook.link(newest)).toBeFocused();
  await expect(page).not.toHaveURL(/delivery=/);

  await webhook.redeliverRow(newest).click();
  await expect(new Shell(page).notifications()).toContainText("Redelivery on the way");
  await expect(webhook.rows("Redelivery of")).toHaveCount(1);
  await expect.poll(() => receiver.types.filter((type) => type === "user.created").length).toBe(2);
  expect(new Set(receiver.arrivals.slice(1).map(({ headers }) => headers["webhook-id"])).size).toBe(1);

  await webhook.link(newest).click();
  await webhook.panel().getByRole("button", { name: "Redeliver", exact: true }).click();
  await expect(webhook.panel()).toContainText("Redelivery of");
  await expect(webhook.rows("Redelivery of")).toHaveCount(2);
  await webhook.panel().getByRole("link", { name: "Open on its own page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "user.created" })).toBeVisible();
});

test("a delivery opens on its own page where there is no room beside the table @phone", async ({
  page,
  receiver,
  signIn,
  workspace,
  isMobile,
}) => {
  test.skip(!isMobile, "A phone's width.");
  await signIn(workspace.admin);
  await createWebhook(page, receiver);
  const webhook = new WebhookPage(page);
  await expect(webhook.testResult()).toContainText("Delivered");
  await webhook.open(webhook.id());
  const [id = ""] = await webhook.ids();
  await webhook.link(id).click();
  await expect(page).toHaveURL(new RegExp(`/deliveries/${id}$`));
  await expect(webhook.attempts()).toHaveCount(1);
});

test("a delivery is found by its id, by its leave's, and by the days it was made on", async ({
  page,
  receiver,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const form = new NewWebhookPage(page);
  await form.open();
  await (await form.create(receiver.url, ["leave.requested", "leave.approved"])).take();
  const webhook = new WebhookPage(page);
  await expect(webhook.testResult()).toContainText("Delivered");
  const leaveId = await takeLeave(workspace);
  await expect.poll(() => receiver.types).toContain("leave.requested");
  await webhook.open(webhook.id());
  const everything = await webhook.ids();
  expect(everything.length).toBeGreaterThan(1);

  await webhook.find().fill(leaveId);
  await expect(page).toHaveURL(new RegExp(`q=${leaveId}`));
  await expect(webhook.rows("leave.")).toHaveCount(everything.length - 1);
  await expect(webhook.rows("webhook.test")).toHaveCount(0);
  const oldest = everything.at(-1) ?? "";
  await webhook.find().fill(oldest);
  await expect(webhook.rows("webhook.test")).toHaveCount(1);
  await expect(webhook.rows("leave.")).toHaveCount(0);
  await webhook.find().fill(oldest.slice(0, -1));
  await expect(page.getByRole("heading", { name: "No delivery matches" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(webhook.find()).toHaveValue("");

  const today = localDay(0);
  const tomorrow = localDay(1);
  await webhook.fromDay().fill(today);
  await webhook.toDay().fill(today);
  await expect(page).toHaveURL(/from=.*to=/);
  await expect(webhook.rows("webhook.test")).toHaveCount(1);
  await page.reload();
  await expect(webhook.fromDay()).toHaveValue(today);
  await webhook.toDay().fill("");
  await webhook.fromDay().fill(tomorrow);
  await expect(page.getByRole("heading", { name: "No delivery matches" })).toBeVisible();
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

test("revoking a key can pause the webhooks that were made with it", async ({
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
    .getByRole("checkbox", { name: "Also pause the webhooks made with this key" });
  await expect(pauses).not.toBeChecked();
  await expect(pauses).toHaveAccessibleDescription(/acts as its owner, not through the key/);
  await pauses.check();
  await revoking.confirmWith("Integrations");
  await expect(revoking.dialog()).toBeHidden();
  const webhook = new WebhookPage(page);
  for (const webhookId of made) {
    await webhook.open(webhookId);
    await expect(page.getByRole("note", { name: "This webhook is paused." })).toContainText(
      "The key that it was made with was revoked",
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
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  await createWebhook(page, receiver);
  const webhook = new WebhookPage(page);
  await expect(webhook.testResult()).toContainText("Delivered");
  await webhook.tab("Settings").click();
  await webhook.pause().click();
  const toast = new Shell(page).notifications();
  await expect(toast).toContainText("Webhook paused");
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

test("a webhook that was paused for failures is tested, then resumed", async ({
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
  const banner = page.getByRole("note", { name: "Paused after 72 hours without a success." });
  await expect(banner).toContainText("The endpoint answered 500.");
  await banner.getByRole("button", { name: "Send test event, then resume" }).click();
  await expect(banner.getByRole("status")).toContainText("The endpoint answered 500.");
  receiver.status = 204;
  await banner.getByRole("button", { name: "Send test event, then resume" }).click();
  await expect(new Shell(page).notifications()).toContainText("Webhook resumed");
  await expect(banner).toBeHidden();
});

test("settings are changed, and a test event goes to the new address", async ({
  page,
  receiver,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  await createWebhook(page, receiver);
  const webhook = new WebhookPage(page);
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
  expect([verifies(receiver, first), verifies(receiver, second)]).toEqual([true, true]);

  await expect(webhook.rotate()).toHaveAttribute("aria-disabled", "true");
  await webhook.endOverlap().click();
  const ending = page.getByRole("alertdialog", { name: "End the overlap now?" });
  await ending.getByRole("textbox").fill(receiver.host);
  await ending.getByRole("button", { name: "End overlap" }).click();
  await expect(webhook.endOverlap()).toBeHidden();
  await arrives();
  expect([verifies(receiver, first), verifies(receiver, second)]).toEqual([false, true]);

  await webhook.rotate().click();
  await webhook.rotating().getByRole("radio", { name: "Expire the old one now" }).check();
  await webhook.rotating().getByRole("textbox").fill(receiver.host);
  await webhook.rotating().getByRole("button", { name: "Rotate secret" }).click();
  const third = await form.saving().take();
  await arrives();
  expect([verifies(receiver, second), verifies(receiver, third)]).toEqual([false, true]);
});

test("a deleted webhook is revoked, stays readable, and gets nothing more", async ({
  page,
  receiver,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  await createWebhook(page, receiver);
  const webhook = new WebhookPage(page);
  await expect(webhook.testResult()).toContainText("Delivered");
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

test("404 another person's webhook, and none at all, are the same page", async ({
  page,
  receiver,
  signIn,
  workspace,
  browser,
}) => {
  await signIn(workspace.admin);
  await createWebhook(page, receiver);
  const id = new WebhookPage(page).id();
  const person = await createPerson(workspace, "USER");
  const other = await (await browser.newContext()).newPage();
  await other.goto("/login");
  await other.getByLabel("Email").fill(person.email);
  await other.getByLabel("Password", { exact: true }).fill(person.password);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await other.waitForURL("**/dashboard/**");
  for (const asked of [id, "webhook-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f", "nonsense"]) {
    const answer = await new WebhookPage(other).open(asked);
    expect(answer?.status()).toBe(404);
  }
  await other.goto("/dashboard/open-api/webhooks/new");
  await expect(new NewWebhookPage(other).event("user.created")).toHaveAccessibleDescription(
    /^A person is added\./,
  );
});
