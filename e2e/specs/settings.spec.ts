import { expect, test } from "../fixtures";
import { LoginPage } from "../pages/login.page";
import { SettingsPage } from "../pages/settings.page";
import { Shell } from "../pages/shell.page";
import { signedInElsewhere } from "../support/another-browser";

test("settings show who one is, and sign out every other browser", async ({
  page,
  browser,
  signIn,
  workspace,
}) => {
  const other = await signedInElsewhere(browser, workspace.admin);
  await signIn(workspace.admin);
  await new Shell(page).chooseFromAccountMenu("Settings");
  await expect(new Shell(page).title()).toHaveText("Settings");
  const settings = new SettingsPage(page);
  await expect(settings.profile()).toContainText(workspace.admin.email);
  await expect(settings.profile()).toContainText("Administrator");
  await expect(settings.sessions().getByRole("row")).toHaveCount(3);
  await expect(settings.sessions().getByRole("row").filter({ hasText: "This browser" })).toHaveCount(1);
  await settings.signOutElsewhere().click();
  await settings.asking().getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(settings.sessions().getByRole("row")).toHaveCount(2);
  await expect(settings.signOutElsewhere()).toBeHidden();

  await other.reload();
  await expect(new LoginPage(other).heading).toBeVisible();
  await page.reload();
  await expect(settings.sessions()).toBeVisible();
  await other.context().close();
});

test("the theme chosen in the settings is used at once and stays", async ({ page, signIn, workspace }) => {
  await signIn(workspace.admin);
  const settings = new SettingsPage(page);
  await settings.open();
  await settings.theme("Dark").check();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.reload();
  await expect(settings.theme("Dark")).toBeChecked();
});
