import { expect, test } from "../fixtures";
import { KeyPage } from "../pages/key.page";
import { KeysPage } from "../pages/keys.page";
import { NewKeyPage } from "../pages/new-key.page";
import { Shell } from "../pages/shell.page";
import { age } from "../support/age";
import { expectAccessible } from "../support/expect-accessible";
import { createKey, createPerson, createWorkspace } from "../support/operator";

test("keys are filtered and sorted in the address, which can be shared", async ({
  page,
  signIn,
  workspace,
}) => {
  const [calendar, payroll] = [
    await createKey(workspace.admin, "Calendar", "leaves:read"),
    await createKey(workspace.admin, "Payroll", "users:read"),
  ];
  await age(calendar.id, { createdDaysAgo: 40 });
  await age(payroll.id, { expiresInDays: 3, requests: 12_400 });
  await signIn(workspace.admin);
  const keys = new KeysPage(page);
  await keys.open();
  await expect(keys.row("Calendar")).toContainText("Unused");
  await expect(keys.row("Payroll")).toContainText("Expires soon");
  await expect(keys.row("Payroll").getByRole("meter")).toHaveAttribute("aria-valuetext", "12,400 of 30,000");

  await keys.sort("Name").click();
  await expect(keys.table().getByRole("rowheader")).toHaveText(["Calendar", "Payroll"]);
  await keys.sort("Name").click();
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "descending");
  await keys.status().selectOption("Unused");
  await expect(keys.table().getByRole("rowheader")).toHaveText(["Calendar"]);
  await keys.filter().fill("pay");
  await expect(page.getByRole("heading", { name: "No keys match" })).toBeVisible();
  await expect(page).toHaveURL(/q=pay/);
  await page.reload();
  await expect(keys.filter()).toHaveValue("pay");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(keys.table().getByRole("rowheader")).toHaveText(["Payroll", "Calendar"]);
});

test("a key is renamed from its row", async ({ page, signIn, workspace }) => {
  await createKey(workspace.admin, "Old name");
  await signIn(workspace.admin);
  const keys = new KeysPage(page);
  await keys.open();
  await keys.chooseAction("Old name", "Rename…");
  const dialog = page.getByRole("dialog", { name: "Rename key Old name" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(" ");
  await dialog.getByRole("button", { name: "Rename key" }).click();
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription(
    "Must not be empty.",
  );
  await dialog.getByRole("textbox", { name: "Name" }).fill("New name");
  await dialog.getByRole("button", { name: "Rename key" }).click();
  await expect(keys.key("New name")).toBeVisible();
  await expect(new Shell(page).notifications()).toContainText("Key renamed to New name");
});

test("409 a key that another user has just revoked says so in the dialog", async ({
  page,
  context,
  signIn,
  workspace,
}) => {
  const { id } = await createKey(workspace.admin, "Raced");
  await signIn(workspace.admin);
  const key = new KeyPage(page);
  await key.open(id, "?tab=settings");
  await key.revoke().click();
  const other = new KeyPage(await context.newPage());
  await other.open(id, "?tab=settings");
  await other.revoke().click();
  await other.revoking("Raced").confirmWith("Raced");
  await expect(other.whyItFails()).toBeVisible();

  await key.revoking("Raced").confirmWith("Raced");
  const error = key.revoking("Raced").dialog().getByRole("alert");
  await expect(error).toContainText("This key is already revoked.");
  await expect(error).not.toContainText(/req_|KEY_|CONFLICT/);
  await expectAccessible(page);
});

test("an administrator sees and revokes the whole workspace's keys, never a part of the secret", async ({
  page,
  request,
  signIn,
  workspace,
}) => {
  const person = await createPerson(workspace, "USER");
  const { plain } = await createKey(person, "Bo’s key");
  await signIn(workspace.admin);
  const keys = new KeysPage(page);
  await keys.open("?owner=workspace");
  await expect(keys.row("Bo’s key")).toContainText(person.name);
  await expect(keys.table()).not.toContainText("svc_live_");
  await keys.chooseAction("Bo’s key", "Revoke…");
  await new KeyPage(page).revoking("Bo’s key").confirmWith("Bo’s key");
  await expect(page.getByRole("heading", { name: "No current keys" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeFocused();
  const answer = await request.get("/v2/users", { headers: { authorization: `Bearer ${plain}` } });
  expect(answer.status()).toBe(401);
});

test("404 another user's key and a missing key show the same page", async ({ page, signIn, workspace }) => {
  const { id } = await createKey(workspace.admin, "Not yours");
  await signIn(await createPerson(workspace, "USER"));
  for (const asked of [id, "key-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f", "nonsense"]) {
    const answer = await new KeyPage(page).open(asked);
    expect(answer?.status()).toBe(404);
    await expect(page.getByText("This key doesn't exist or isn't yours.")).toBeVisible();
  }
  await new KeysPage(page).open("?owner=workspace");
  await expect(page.getByRole("heading", { name: "This is for administrators" })).toBeVisible();
});

test("a replacement takes over step by step, and the old key can be revoked once it is no longer used", async ({
  page,
  request,
  signIn,
  workspace,
}) => {
  const old = await createKey(workspace.admin, "Payroll", "departments:read,users:read");
  await request.get("/v2/departments", { headers: { authorization: `Bearer ${old.plain}` } });
  await signIn(workspace.admin);
  const key = new KeyPage(page);
  await key.open(old.id);
  await key.createReplacement().click();
  const form = new NewKeyPage(page);
  await expect(page.getByRole("note", { name: "This key will replace Payroll." })).toBeVisible();
  await expect(form.name()).toHaveValue("Payroll (new)");
  await form.scope("Read users").uncheck();
  await expect(form.scope("Read departments")).toBeChecked();
  await form.submit().click();
  await form.saving().take();
  await expect(key.succession().getByRole("row")).toHaveCount(3);
  await expect(key.succession().getByRole("row").filter({ hasText: "Old key" })).toContainText("ago");
  await expect(page.getByText("Payroll is still in use.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Revoke old key" })).toBeHidden();

  await age(old.id, { usedHoursAgo: 25 });
  await page.reload();
  await page.getByRole("button", { name: "Revoke old key" }).click();
  await key.revoking("Payroll").confirmWith("Payroll");
  await expect(key.revoking("Payroll").dialog()).toBeHidden();
  await expect(key.succession()).toBeHidden();
  await key.open(old.id);
  await expect(key.whyItFails()).toContainText("Revoked by");
});

test("403 on the Free plan no key can be created, and the page says who can change that", async ({
  page,
  signIn,
}) => {
  const free = await createWorkspace("FREE");
  await signIn(await createPerson(free, "USER"));
  for (const path of ["", "/keys", "/keys/new"]) {
    await page.goto(`/dashboard/open-api${path}`);
    await expect(page.getByRole("main")).toContainText(`Ask ${free.admin.name} to change that.`);
    await expect(page.getByRole("link", { name: "Create API key" })).toBeHidden();
    await expect(new NewKeyPage(page).submit()).toBeHidden();
  }
});
