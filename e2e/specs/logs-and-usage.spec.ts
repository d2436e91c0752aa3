import { readFile } from "node:fs/promises";
import { expect, test } from "../fixtures";
import { LogsPage } from "../pages/logs.page";
import { OverviewPage } from "../pages/overview.page";
import { UsagePage } from "../pages/usage.page";
import { age } from "../support/age";
import { callerOf } from "../support/api";
import { createKey, createPerson } from "../support/operator";

test("a burst of 80 calls shows up in the log and in usage, with its 429s", async ({
  page,
  baseURL,
  signIn,
  workspace,
}) => {
  const key = await createKey(workspace.admin, "Payroll sync");
  // Node's own fetch: each call of Playwright's takes so long that the bucket would refill in between.
  const ask = () =>
    fetch(new URL("/v2/departments", baseURL), { headers: { authorization: `Bearer ${key.plain}` } });
  const answers = await Promise.all(Array.from({ length: 80 }, ask));
  const refused = answers.filter((answer) => answer.status === 429).length;
  expect(refused).toBeGreaterThan(0);
  await signIn(workspace.admin);

  const logs = new LogsPage(page);
  await expect(async () => {
    await logs.open();
    await expect(logs.histogram()).toContainText(`80 requests, ${refused} failed`, { timeout: 1000 });
  }).toPass();
  await expect(logs.rows()).toHaveCount(50);
  await logs.loadOlder().click();
  await expect(logs.rows()).toHaveCount(80);
  await logs.filter("Error code").selectOption("RATE_LIMITED");
  await expect(logs.histogram()).toContainText(new RegExp(`time${refused} requests?, ${refused} failed`));
  await expect(page).toHaveURL(/code=RATE_LIMITED/);
  await page.reload();
  await expect(logs.rows().first()).toContainText("RATE_LIMITED");
  await logs.clear().click();
  await expect(logs.histogram()).toContainText("80 requests");

  await page.getByRole("navigation", { name: "Open API" }).getByRole("link", { name: "Errors" }).click();
  const group = page
    .getByRole("table", { name: "Errors" })
    .getByRole("row")
    .filter({ hasText: "RATE_LIMITED" });
  await expect(group).toContainText("Retry with exponential backoff and jitter.");
  await expect(group).toContainText("Payroll sync");
  await group.getByRole("link", { name: "RATE_LIMITED" }).click();
  await expect(logs.histogram()).toContainText(new RegExp(`time${refused} requests?, ${refused} failed`));

  const usage = new UsagePage(page);
  await usage.open();
  await expect(usage.quota("Payroll sync")).toHaveAttribute("aria-valuetext", `${80 - refused} of 30,000`);
  await expect(usage.figure("Requests per day")).toContainText("80 requests");
  await expect(usage.figure("Burst pressure")).toContainText("Lowest level: 0 of 50");
  const download = page.waitForEvent("download");
  await usage.asCsv("requests per day").click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv).toContain(`,${80 - refused},0,${refused},0,0`);
  await usage.asTable("requests per day").click();
  const cells = usage.table("Requests per day").getByRole("row").last().getByRole("cell");
  await expect(cells).toHaveText([String(80 - refused), "0", String(refused), "0", "0"]);

  await new OverviewPage(page).open();
  await expect(page.getByRole("link", { name: /^Requests today, 80, / })).toBeVisible();
});

test("a pasted request id opens its entry, which names the missing scope @phone", async ({
  page,
  request,
  signIn,
  workspace,
}) => {
  const key = await createKey(workspace.admin, "Reader", "leaves:read");
  const answer = await callerOf(request, key.plain)("/v2/departments");
  const requestId = answer.headers()["x-request-id"] ?? "";
  await signIn(workspace.admin);
  const logs = new LogsPage(page);
  await logs.openWith(1);
  await logs.search().fill(requestId);
  await logs.search().press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Request" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/logs/${requestId}$`));
  const main = page.getByRole("main");
  await expect(main).toContainText("Refused: the key lacks departments:read.");
  await expect(main).toContainText("Create a key with the scopes listed in details.requiredScopes.");
  await expect(main).toContainText(requestId);

  await page.goto("/dashboard/open-api/logs/req_00000000000000000000000000");
  await expect(page.getByRole("heading", { name: "Request not found" })).toBeVisible();
  await expect(main).toContainText("30 days");
});

test("an entry opens beside the table, and new ones wait to be shown", async ({
  page,
  request,
  signIn,
  workspace,
}) => {
  const call = callerOf(request, (await createKey(workspace.admin, "Payroll sync")).plain);
  await call("/v2/departments");
  await call("/v2/labels?limit=none");
  await signIn(workspace.admin);
  const logs = new LogsPage(page);
  await logs.openWith(2);
  await logs.rows().first().getByRole("link").click();
  await expect(logs.details()).toContainText("Refused: 1 field is not valid.");
  await expect(page).toHaveURL(/request=req_/);
  await logs.rows().first().getByRole("link").press("j");
  await expect(logs.details()).toContainText("Responded 200");
  await page.keyboard.press("Escape");
  await expect(logs.details()).toHaveCount(0);
  await expect(logs.rows().nth(1).getByRole("link")).toBeFocused();

  await logs.live().check();
  await call("/v2/locations");
  await logs.showNew().click();
  await expect(logs.rows().first()).toContainText("/v2/locations");
  await logs.search().fill("labels");
  await expect(logs.rows()).toHaveCount(1);
  await logs.search().fill("no such path");
  await expect(page.getByRole("heading", { name: "No requests match" })).toBeVisible();
  await logs.clear().click();
  await expect(logs.rows()).toHaveCount(3);
});

test("other users see only the requests of their own keys", async ({ page, request, signIn, workspace }) => {
  const person = await createPerson(workspace, "USER");
  await callerOf(request, (await createKey(workspace.admin, "Admin’s")).plain)("/v2/departments");
  const own = await createKey(person, "Mine", "leaves:read");
  await callerOf(request, own.plain)("/v2/leaves");
  await signIn(person);
  const logs = new LogsPage(page);
  await logs.openWith(1);
  await expect(logs.rows().first()).toContainText("/v2/leaves");
  await page.goto(`/dashboard/open-api/keys/${own.id}?tab=logs`);
  await expect(logs.rows()).toHaveCount(1);
});

test("the dashboard warns of a quota that runs out", async ({ page, signIn, workspace }) => {
  const key = await createKey(workspace.admin, "Payroll sync");
  await age(key.id, { requests: 28_600 });
  await signIn(workspace.admin);
  const usage = new UsagePage(page);
  await usage.open();
  await expect(page.getByRole("note", { name: "Payroll sync: 95% of the quota used" })).toBeVisible();
  await expect(usage.figure("Requests per day")).toContainText("No requests in this period.");
  await age(key.id, { requests: 30_000 });
  await new OverviewPage(page).open();
  await expect(page.getByRole("note", { name: "Payroll sync: quota used up" })).toBeVisible();
});
