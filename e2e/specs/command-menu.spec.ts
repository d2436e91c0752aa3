import { expect, test } from "../fixtures";
import { CommandMenu } from "../pages/command-menu.dialog";
import { Shell } from "../pages/shell.page";
import { withDatabase } from "../support/age";
import { expectAccessible } from "../support/expect-accessible";
import { createKey, createPerson } from "../support/operator";
import { wakeUp } from "../support/wake-up";

test.beforeEach(async ({ page, signIn, workspace }) => {
  await createKey(workspace.admin, "Payroll sync");
  await signIn(workspace.admin);
  await page.goto("/dashboard/open-api");
});

test("the command menu leads to pages, keys and actions @phone", async ({ page }) => {
  const menu = new CommandMenu(page);
  await menu.button().click();
  await expect(menu.field()).toBeFocused();
  await expect(menu.group("Pages").getByRole("option", { name: "Usage" })).toBeVisible();
  await expect(menu.group("API keys").getByRole("option", { name: "Payroll sync" })).toBeVisible();
  await expectAccessible(page);

  await menu.field().fill("payroll sync");
  await expect(menu.options()).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(new Shell(page).title()).toHaveText("Payroll sync");
  await expect(new Shell(page).title()).toBeFocused();

  await page.keyboard.press("Control+k");
  await expect(menu.field()).toHaveValue("");
  await menu.field().fill("theme: dark");
  await menu.option("Theme: Dark").click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await expect(menu.dialog()).toBeHidden();
  await expect(new Shell(page).title()).toHaveText("Payroll sync");
});

test("an empty result says so, and Esc returns the focus", async ({ page }) => {
  const menu = new CommandMenu(page);
  await menu.button().focus();
  await page.keyboard.press("Enter");
  await menu.field().fill("nothing like it");
  await expect(menu.dialog()).toContainText("No results for “nothing like it”.");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(menu.dialog()).toBeHidden();
  await expect(menu.button()).toBeFocused();
});

test("a pasted request id opens its log entry", async ({ page, request, workspace }) => {
  const key = await createKey(workspace.admin, "Narrow", "users:read");
  const answer = await request.get("/v2/leaves", { headers: { authorization: `Bearer ${key.plain}` } });
  expect(answer.status()).toBe(403);
  const requestId = answer.headers()["x-request-id"] ?? "";
  const menu = new CommandMenu(page);
  await expect(async () => {
    await page.goto("/dashboard/open-api");
    await wakeUp(page);
    await page.keyboard.press("Control+k");
    await menu.field().fill(` ${requestId} `);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Request details" })).toContainText(
      "the key lacks leaves:read",
      { timeout: 2000 },
    );
  }).toPass();
  await expect(page).toHaveURL(new RegExp(`/logs/${requestId}$`));
});

test("a pasted operation id finds the request that started it", async ({ page, workspace, request }) => {
  const key = await createKey(workspace.admin, "Directory");
  const accepted = await request.post("/v2/departments", {
    headers: { authorization: `Bearer ${key.plain}`, prefer: "respond-async" },
    data: { name: "Later" },
  });
  const operation = accepted.headers().location?.split("/").at(-1) ?? "";
  const menu = new CommandMenu(page);
  await expect(async () => {
    await page.goto("/dashboard/open-api");
    await wakeUp(page);
    await page.keyboard.press("Control+k");
    await menu.field().fill(operation);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("table", { name: "Request log" })).toContainText("202", { timeout: 2000 });
  }).toPass();
});

test("signing out is a command", async ({ page, loginPage }) => {
  const menu = new CommandMenu(page);
  await menu.button().click();
  await menu.field().fill("sign out");
  await menu.option("Sign out").click();
  await expect(loginPage.heading).toBeVisible();
});

test("actions come first; typing finds scopes, error codes and the reference", async ({ page }) => {
  const menu = new CommandMenu(page);
  await menu.button().click();
  await expect(menu.groups().first()).toHaveAccessibleName("Actions");
  await expect(menu.group("Scopes")).toHaveCount(0);

  await menu.field().fill("leaves:wr");
  await expect(menu.group("Scopes").getByRole("option")).toHaveText([
    /^leaves:write/,
    /^company-leaves:write/,
  ]);
  await menu.field().fill("insufficient");
  await expect(menu.group("Error codes").getByRole("option", { name: "INSUFFICIENT_SCOPE" })).toBeVisible();
  await menu.field().fill("create webhook");
  await expect(menu.group("Reference").getByRole("option").first()).toBeVisible();
  await expectAccessible(page);
  await menu.field().fill("idempotency_key_re");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/reference\/errors#idempotency_key_reused$/);

  await page.keyboard.press("Control+k");
  await menu.field().fill("holidays:read");
  await menu.group("Scopes").getByRole("option").click();
  await expect(page.getByRole("checkbox", { name: "Read holidays" })).toBeChecked();
});

test("people within reach are found by name, and lead to their page", async ({ page, signIn, workspace }) => {
  const person = await createPerson(workspace, "USER");
  const menu = new CommandMenu(page);
  await menu.button().click();
  await menu.field().fill(person.name);
  await menu.group("People").getByRole("option", { name: person.name }).click();
  await expect(menu.dialog()).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: person.name })).toBeVisible();

  await page.context().clearCookies();
  await signIn(person);
  await page.goto("/dashboard/open-api");
  await menu.button().click();
  await menu.field().fill(workspace.admin.name);
  await expect(menu.dialog()).toContainText("No results for");
});

test("an employee gets leave first, colleagues within sight, and nothing for developers until they have a key", async ({
  page,
  signIn,
  workspace,
}) => {
  const person = await createPerson(workspace, "USER");
  const id = workspace.id.replace(/^workspace-/, "");
  await withDatabase((sql) => sql`update workspaces set visibility = 'WORKSPACE' where id = ${id}`);
  await page.context().clearCookies();
  await signIn(person);
  await page.goto("/dashboard");
  const menu = new CommandMenu(page);
  await menu.button().click();
  await expect(menu.options().first()).toHaveText(/^Request leave/);
  await expect(menu.options().nth(1)).toHaveText(/^Who is away today/);
  await expect(menu.option("Create API key")).toHaveCount(0);
  await expect(menu.group("Pages").getByRole("option", { name: "Webhooks" })).toHaveCount(0);
  await menu.field().fill("leaves:wr");
  await expect(menu.dialog()).toContainText("No results for");
  await menu.field().fill(workspace.admin.name);
  await menu.group("People").getByRole("option", { name: workspace.admin.name }).click();
  await expect(page).toHaveURL(/\/wallchart\?department=department-/);
  await menu.button().click();
  await menu.field().fill("vacation");
  await menu.option(/^Request leave/).click();
  await expect(page).toHaveURL(/\/dashboard\/request/);

  await createKey(person, "Own");
  await page.goto("/dashboard");
  await menu.button().click();
  await expect(menu.option("Create API key")).toBeVisible();
  await menu.field().fill("leaves:wr");
  await expect(menu.group("Scopes").getByRole("option")).toHaveText([
    /^leaves:write/,
    /^company-leaves:write/,
  ]);
});

test("in German, everyday words find leave and absences", async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: "timeaway-language", value: "de", url: baseURL ?? "" }]);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Befehlsmenü öffnen" }).click();
  const menu = page.getByRole("dialog", { name: "Befehlsmenü" });
  const field = menu.getByRole("combobox");
  await field.fill("urlaub");
  await expect(menu.getByRole("option").first()).toHaveText(/^Abwesenheit beantragen/);
  await field.fill("wer ist weg");
  await expect(menu.getByRole("option").first()).toHaveText(/^Wer ist heute abwesend/);
  await field.fill("wer ist am 24.12. abwesend");
  await expect(menu.getByRole("option").first()).toHaveText(/^Wer ist am .*24\. Dez/);
});

test("a typed date leads to the absences of that day", async ({ page }) => {
  const menu = new CommandMenu(page);
  await menu.button().click();
  await expect(menu.option("Who is away today")).toBeVisible();
  await menu.field().fill("24 dec 2027");
  await expect(menu.option("Who is away on Fri 24 Dec 2027")).toBeVisible();
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/dashboard/wallchart");
  expect(new URL(page.url()).searchParams.get("on")).toBe("2027-12-24");
  await expect(page.getByRole("columnheader", { name: /24/ })).toBeVisible();
});
