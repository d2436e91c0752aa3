import type { Browser } from "@playwright/test";
import { expect, test } from "../fixtures";
import { AuditLogPage } from "../pages/audit-log.page";
import { LoginPage } from "../pages/login.page";
import { SettingsPage } from "../pages/settings.page";
import { WorkspaceChoicePage } from "../pages/workspace-choice.page";
import { signedInElsewhere } from "../support/another-browser";
import type { Person } from "../support/demo";
import { createPerson, createWorkspace } from "../support/operator";

test("a user changes their password: this browser stays signed in, every other one is signed out", async ({
  page,
  browser,
  signIn,
  workspace,
}) => {
  const person = await createPerson(workspace, "USER");
  const other = await signedInElsewhere(browser, person);
  await signIn(person);
  const settings = new SettingsPage(page);
  await settings.open();
  await expect(settings.profile()).toContainText(
    "To change your name or email address, ask an administrator: Ada Perić.",
  );

  await settings.changePassword().click();
  await expect(settings.password()).toContainText("Enter your current password.");
  await expect(settings.currentPassword()).toBeFocused();
  await settings.currentPassword().fill("wrong");
  await settings.newPassword().fill("a brand new password");
  await settings.changePassword().click();
  await expect(settings.password()).toContainText("That's not your current password.");
  await settings.currentPassword().fill(person.password);
  await settings.newPassword().fill("short");
  await settings.changePassword().click();
  await expect(settings.password()).toContainText("Enter at least 12 characters.");
  await expect(settings.newPassword()).toBeFocused();

  await settings.currentPassword().fill(person.password);
  await settings.newPassword().fill("a brand new password");
  await settings.changePassword().click();
  await expect(settings.password().getByRole("status")).toContainText("Password changed.");
  await expect(settings.currentPassword()).toHaveValue("");
  await expect(settings.sessions().getByRole("row")).toHaveCount(2);
  await other.reload();
  const login = new LoginPage(other);
  await expect(login.heading).toBeVisible();
  await login.signIn(person);
  await expect(other.getByRole("alert").filter({ hasText: "is not correct" })).toBeVisible();
  await login.signIn({ ...person, password: "a brand new password" });
  await other.waitForURL("**/dashboard");
  await other.context().close();
});

/** A stranger who only knows the address guesses until the lock-out. @returns the number of guesses that were checked */
async function guess(browser: Browser, { email }: Person): Promise<number> {
  const page = await (await browser.newContext()).newPage();
  const login = new LoginPage(page);
  for (let looked = 0; ; looked++) {
    await login.open();
    await login.signIn({ name: "", email, password: `guess ${looked}` });
    const answer = page.getByRole("alert").filter({ hasText: /is not correct|Too many attempts/ });
    if (/Too many/.test(await answer.innerText())) {
      await page.context().close();
      return looked;
    }
  }
}

test("strangers' guesses lock strangers out, not the browser that has signed in before", async ({
  page,
  browser,
  signIn,
  workspace,
}) => {
  const person = await createPerson(workspace, "USER");
  await signIn(person);
  await page.context().clearCookies({ name: "next-auth.session-token" });
  const looked = await guess(browser, person);
  expect(looked).toBeGreaterThanOrEqual(10);
  await signIn(person);

  await page.context().clearCookies();
  await signIn(workspace.admin);
  const log = new AuditLogPage(page);
  await log.open("?action=session.refuse");
  await expect(log.lines()).toHaveCount(looked);
  await expect(log.lines().first()).toContainText("not signed in");
  await expect(log.lines().first()).toContainText("failed to sign in Bo Lind");
  await expect(log.filter("Action")).toHaveValue("session.refuse");
  await log.picker("Person").choose("Bo Lind");
  await log.filter("Action").selectOption("Signed in");
  await expect(log.lines()).toHaveCount(2);
});

test("a user with one password in two workspaces chooses one, and may choose the other next time", async ({
  page,
  loginPage,
}) => {
  const first = await createWorkspace("COMPLETE", undefined, "Acme <North>");
  await createWorkspace("COMPLETE", first.admin, "Globex");
  const choice = new WorkspaceChoicePage(page);
  await page.goto("/login?next=%2Fdashboard%2Fsettings");
  await loginPage.signIn(first.admin);
  await expect(choice.heading()).toBeVisible();
  await expect(page.getByText(first.admin.email)).toBeVisible();
  await choice.workspace("Acme <North>").click();
  await page.waitForURL("**/dashboard/settings");
  const settings = new SettingsPage(page);
  await expect(settings.profile()).toContainText("Acme <North>");
  await expect(settings.profile()).toContainText("You can change your name and email address in People.");

  await page.context().clearCookies({ name: "next-auth.session-token" });
  await choice.open();
  await expect(choice.over()).toBeVisible();
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await loginPage.signIn(first.admin);
  await choice.workspace("Globex").click();
  await page.waitForURL("**/dashboard");
  await settings.open();
  await expect(settings.profile()).toContainText("Globex");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the sign-in form is parsed all the same, dollar signs included", async ({ page, workspace }) => {
    const login = new LoginPage(page);
    await login.open();
    await login.signIn({ ...workspace.admin, password: "$5 and $Q1" });
    await expect(page.getByRole("alert").filter({ hasText: "is not correct" })).toBeVisible();
    await login.signIn(workspace.admin);
    await page.waitForURL("**/dashboard");
  });
});
