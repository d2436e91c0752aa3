import { setTimeout } from "node:timers/promises";
import { NewWebhookPage } from "../pages/new-webhook.page";
import { Shell } from "../pages/shell.page";
import { WebhookPage } from "../pages/webhook.page";
import { addPeople, localDay, takeLeave } from "../support/webhook-events";
import { giveUp, putOff } from "../support/webhook-time";
import { writtenDate } from "../support/written-date";
import { createWebhook, expect, test } from "../webhook-fixtures";

test("a failing endpoint is reported, and its failed deliveries are recovered", async ({
  page,
  receiver,
  signIn,
  workspace,
}) => {
  receiver.status = 503;
  await signIn(workspace.admin);
  await createWebhook(page, receiver);
  const webhook = new WebhookPage(page);
  await expect(webhook.testResult()).toContainText("not delivered. The endpoint responded with 503.");
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
  await expect(webhook.recovering()).toContainText("3 failed or waiting deliveries match, oldest");
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
  await expect(webhook.recovering()).toContainText("No failed or waiting deliveries match.");
});

test("deliveries are filtered in the address, selected and sent again, and new ones wait to be shown", async ({
  page,
  receiver,
  webhook,
  workspace,
}) => {
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
  await page.getByRole("checkbox", { name: /^Select …/ }).check();
  await webhook.redeliverSelected().click();
  await expect(new Shell(page).notifications()).toContainText("1 delivery on the way");
  await expect(webhook.rows("Redelivery of")).toHaveCount(1);
  await expect.poll(() => receiver.types.filter((type) => type === "user.created").length).toBe(2);

  await webhook.filterStatus().selectOption("Failed");
  await expect(page.getByRole("heading", { name: "No deliveries match" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(webhook.rows("webhook.test")).toHaveCount(1);
});

test("a delivery shows its request and its response, and can be sent again", async ({
  page,
  context,
  receiver,
  webhook,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
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

test("deliveries that wait for a retry are sent now: one row, the selection, all; the list updates by itself", async ({
  page,
  receiver,
  webhook,
  workspace,
}) => {
  receiver.status = 503;
  await addPeople(workspace, "Ana", "Bojan", "Cem", "Dana");
  await expect.poll(() => receiver.types.filter((type) => type === "user.created").length).toBe(4);
  await expect(async () => {
    await putOff(webhook.id());
    await webhook.open(webhook.id());
    await expect(webhook.rows(/Retrying – next/)).toHaveCount(4, { timeout: 500 });
  }).toPass();
  await expect(webhook.rows("user.created").first()).toContainText(/Ana|Bojan|Cem|Dana/);
  const [first = "", second = ""] = await webhook.ids();
  receiver.status = 200;

  await webhook.retryRow(first).click();
  await expect(new Shell(page).notifications()).toContainText("Sending now");
  await expect(webhook.rows(first.slice(-6))).toContainText("Delivered");
  await expect(webhook.retryAll()).toHaveText("Retry all waiting now (3)");

  await webhook.rows(second.slice(-6)).getByRole("checkbox").check();
  await expect(webhook.retrySelected()).toHaveText("Retry selected now (1)");
  await webhook.retrySelected().click();
  await expect(webhook.rows("Delivered")).toHaveCount(3);

  await webhook.retryAll().click();
  await expect(webhook.rows("Delivered")).toHaveCount(5);
  await expect(webhook.rows("Redelivery of")).toHaveCount(0);
  await expect(webhook.retryAll()).toBeHidden();
});

test("a retried delivery shows its outcome by itself", async ({ receiver, webhook, workspace }) => {
  receiver.status = 503;
  await addPeople(workspace, "Ana");
  await expect.poll(() => receiver.types).toContain("user.created");
  receiver.status = 200;
  await webhook.open(webhook.id());
  const [id = ""] = await webhook.ids();
  await webhook.open(webhook.id(), `/deliveries/${id}`);
  await expect(webhook.attempts()).toHaveCount(2);
  await expect(webhook.attempts().first()).toContainText("Received, 200");
  await expect(webhook.redeliver()).toBeEnabled();
});

test("a delivery that is being sent shows its outcome, although the page takes longer to load than its refreshes are apart", async ({
  page,
  receiver,
  webhook,
  workspace,
}) => {
  let answer = () => {};
  receiver.gate = new Promise((resolve) => {
    answer = resolve;
  });
  await addPeople(workspace, "Ana");
  await expect.poll(() => receiver.types).toContain("user.created");
  await webhook.open(webhook.id());
  const [id = ""] = await webhook.ids();
  await page.route(
    (url) => url.pathname.endsWith(`/deliveries/${id}`) && url.searchParams.has("_rsc"),
    async (route) => {
      await setTimeout(1_500);
      await route.continue();
    },
  );
  await webhook.open(webhook.id(), `/deliveries/${id}`);
  await expect(webhook.attempts()).toHaveCount(0);
  answer();
  await expect(webhook.attempts()).toHaveCount(1);
});

test("a delivery opens beside the table at its own address, and is sent again from its row", async ({
  page,
  receiver,
  webhook,
  workspace,
}) => {
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

test("a delivery opens on its own page where there is no space beside the table @phone", async ({
  page,
  webhook,
  isMobile,
}) => {
  test.skip(!isMobile, "A phone's width.");
  await webhook.open(webhook.id());
  const [id = ""] = await webhook.ids();
  await webhook.link(id).click();
  await expect(page).toHaveURL(new RegExp(`/deliveries/${id}$`));
  await expect(webhook.attempts()).toHaveCount(1);
});

test("a delivery is found by its id, by its leave's id, and by its creation dates", async ({
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
  await expect(page.getByRole("heading", { name: "No deliveries match" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(webhook.find()).toHaveValue("");

  const today = localDay(0);
  const tomorrow = localDay(1);
  await webhook.fromDay().fill(today);
  await webhook.toDay().fill(today);
  await expect(page).toHaveURL(/from=.*to=/);
  await expect(webhook.rows("webhook.test")).toHaveCount(1);
  await page.reload();
  await expect(webhook.fromDay()).toHaveValue(writtenDate(today));
  await webhook.toDay().fill("");
  await webhook.fromDay().fill(tomorrow);
  await expect(page.getByRole("heading", { name: "No deliveries match" })).toBeVisible();
});
