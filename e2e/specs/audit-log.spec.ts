import { readFile } from "node:fs/promises";
import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "../fixtures";
import { AuditLogPage } from "../pages/audit-log.page";
import { KeyPage } from "../pages/key.page";
import { NewKeyPage } from "../pages/new-key.page";
import { createKey, createPerson, type Workspace } from "../support/operator";
import { accessible, type State, visit } from "../support/visit-states";

/** An audited write through the API: labels are small. */
async function createLabels(request: APIRequestContext, key: { plain: string }, count: number) {
  for (let at = 0; at < count; at++) {
    const answer = await request.post("/v2/labels", {
      headers: { authorization: `Bearer ${key.plain}` },
      data: { name: `Label ${at}`, color: "336699" },
    });
    expect(answer.status()).toBe(201);
  }
}

test("an administrator finds who made and revoked a key, narrows the log to it, and saves it as a file", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const form = new NewKeyPage(page);
  await form.open();
  const saving = await form.create("Payroll sync", ["Read departments"]);
  await saving.take();
  await page.waitForURL(/\/keys\/key-/);
  const keyId = page.url().match(/key-[0-9a-f-]+/)?.[0] ?? "";
  const key = new KeyPage(page);
  await key.open(keyId, "?tab=settings");
  await key.revoke().click();
  await key.revoking("Payroll sync").confirmWith("Payroll sync");
  await expect(key.revoking("Payroll sync").dialog()).toBeHidden();

  const log = new AuditLogPage(page);
  await page.goto("/dashboard/settings");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
  await expect(log.lines().nth(0)).toContainText(/Ada Perić revoked API key/);
  const made = log.lines().nth(1);
  await expect(made).toContainText(/Ada Perić created API key Payroll sync/);
  const changes = log.changes("Created API key");
  await expect(changes).toHaveAttribute("aria-expanded", "false");
  await changes.press("Enter");
  await expect(changes).toHaveAttribute("aria-expanded", "true");
  await expect(made.getByRole("definition").first()).toHaveText("Payroll sync");
  await expect(made).toContainText("departments:read");

  await log.filter("Resource type").selectOption("API key");
  await log.filter("Action").selectOption("Revoked API key");
  await expect(log.lines()).toHaveCount(1);
  await expect(page).toHaveURL(/resourceType=api_key.*action=api_key\.revoke/);
  await page.reload();
  await expect(log.filter("Action")).toHaveValue("api_key.revoke");
  const download = await log.download();
  expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  const [header, ...lines] = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(header).toContain("time,action,resourceType,resourceId");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`api_key.revoke,api_key,${keyId},`);
  expect(lines[0]).toContain("Ada Perić");

  await log.clear().click();
  await expect(page).toHaveURL(/audit-log$/);
  await expect(log.line("created API key")).toHaveCount(1);
  await log.table().getByRole("link", { name: "Payroll sync" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Payroll sync" })).toBeVisible();
});

test("a key's entries name the key and its owner, and both find them; older entries follow", async ({
  page,
  request,
  signIn,
  workspace,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await createLabels(request, await createKey(workspace.admin, "Badge printer", "labels:write"), 49);
  const other = await createKey(workspace.admin, "Intranet", "labels:write");
  await request.post("/v2/labels", {
    headers: { authorization: `Bearer ${other.plain}` },
    data: { name: "Night shift", color: "336699" },
  });
  await signIn(workspace.admin);
  const log = new AuditLogPage(page);
  await log.open();
  await expect(log.lines()).toHaveCount(50);
  await expect(log.line("Night shift")).toContainText("by key Intranet of Ada Perić");

  await page.route(/api\/trpc\/audit\.list/, (route) => route.abort(), { times: 3 });
  await log.loadOlder().click();
  await expect(page.getByRole("alert").filter({ hasText: "Can't reach Timeaway" })).toBeVisible();
  await page.unroute(/api\/trpc\/audit\.list/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(log.line("Label 0")).toHaveCount(1);
  expect(await log.lines().count()).toBeGreaterThan(50);
  await expect(log.loadOlder()).toBeHidden();

  await log.picker("Key").choose("Intranet");
  await expect(log.lines()).toHaveCount(1);
  // Ids are behind a click.
  await expect(log.lines().getByRole("code")).toHaveCount(0);
  await log.lines().getByText("IDs").click();
  const requestId = await log.lines().getByRole("code").last().innerText();
  await page.getByRole("button", { name: `Copy request ID ${requestId}` }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(requestId);
  await log.picker("Person").choose("Ada Perić");
  await expect(page).toHaveURL(/actor=user-/);
  await expect(log.lines()).toHaveCount(1);

  await page.getByLabel("To", { exact: true }).fill("2020-01-01");
  await expect(page.getByRole("heading", { name: "No entries match" })).toBeVisible();
  await expect(log.export()).toBeHidden();
  await log.clear().click();
  await expect(log.lines()).toHaveCount(50);
});

test("403 only administrators read the log, and a visitor signs in first", async ({
  page,
  signIn,
  workspace,
  loginPage,
}) => {
  await page.goto("/api/audit-log?action=leave");
  await expect(page).toHaveURL(/\/login\?next=/);
  await loginPage.signIn(workspace.admin);
  await expect(page).toHaveURL(/\/dashboard\/settings\/audit-log\?action=leave$/);
  await expect(new AuditLogPage(page).filter("Action")).toHaveValue("leave");

  await page.context().clearCookies();
  await signIn(await createPerson(workspace, "LOCATION_ADMIN"));
  await new AuditLogPage(page).open();
  await expect(page.getByRole("heading", { name: "This is for administrators" })).toBeVisible();
  await expect(page.getByText("Ask Ada Perić.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Audit log" })).toBeHidden();
  expect((await page.request.get("/api/audit-log")).status()).toBe(403);
});

const states: State<AuditLogPage>[] = [
  {
    title: "audit log, sign-ins",
    reach: async (log) => {
      await log.open("?action=session");
      await log.changes("Signed in").first().click();
    },
  },
  { title: "audit log", reach: (log) => log.open() },
  {
    title: "audit log, people",
    reach: async (log) => {
      await log.open();
      await log.picker("Person").control().click();
      await expect(log.picker("Person").options()).not.toHaveCount(0);
    },
  },
  {
    title: "audit log, changes",
    reach: async (log) => {
      await log.open("?resourceType=api_key");
      await log.changes("Created API key").click();
    },
  },
  {
    title: "audit log, filtered out",
    reach: (log) => log.open("?resourceType=webhook&from=2026-01-01T00:00:00.000Z"),
  },
];

/** Keys created by the operator, and the actions of one of them. */
async function fill(workspace: Workspace, request: APIRequestContext): Promise<void> {
  const key = await createKey(workspace.admin, "Analytics warehouse export with a long name", "labels:write");
  await createLabels(request, key, 2);
}

test("the audit log has no accessibility fault in any state @phone", async ({
  page,
  request,
  signIn,
  workspace,
}) => {
  await fill(workspace, request);
  await signIn(workspace.admin);
  await visit(states, new AuditLogPage(page));
});

test("the refusal has no accessibility fault @phone", async ({ page, signIn, workspace }) => {
  await signIn(await createPerson(workspace, "USER"));
  await new AuditLogPage(page).open();
  await expect(page.getByRole("heading", { name: "This is for administrators" })).toBeVisible();
  await accessible(page, "audit log, not allowed");
});
