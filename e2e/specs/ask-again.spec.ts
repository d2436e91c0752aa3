import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { NewKeyPage } from "../pages/new-key.page";
import { PeoplePage } from "../pages/people.page";
import { codeOf, SecondFactorsPage } from "../pages/second-factors.page";
import { SettingsPage } from "../pages/settings.page";
import { ageProof } from "../support/age";
import { accessible } from "../support/visit-states";

const asking = (page: Page) => page.getByRole("dialog", { name: "Confirm that it's you" });
const code = (page: Page) => asking(page).getByRole("textbox", { name: "Code", exact: true });
const confirm = (page: Page) => asking(page).getByRole("button", { name: "Continue" });

/** Someone with an authenticator app, of which the session has proven a code more than an hour ago. @returns the app's key */
async function addOldApp(page: Page, { email }: { email: string }): Promise<string> {
  const factors = new SecondFactorsPage(page);
  await new SettingsPage(page).open();
  const secret = await factors.addApp();
  await factors.storeCodes();
  await expect(factors.card().getByRole("table")).toBeVisible();
  await ageProof(email);
  return secret;
}

test("a key that writes asks for the second factor again after an hour; Cancel keeps the form @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const secret = await addOldApp(page, workspace.admin);

  const form = new NewKeyPage(page);
  await form.open();
  await form.name().fill("Payroll sync");
  await form.scope("Change leaves").check();
  await form.submit().click();
  await expect(code(page)).toBeFocused();
  await accessible(page, "asking again");

  await page.keyboard.press("Escape");
  await expect(asking(page)).toBeHidden();
  await expect(form.submit()).toBeFocused();
  await expect(form.name()).toHaveValue("Payroll sync");
  await expect(form.scope("Change leaves")).toBeChecked();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);

  await form.submit().click();
  await confirm(page).click();
  await expect(code(page)).toHaveAccessibleDescription(/Enter a code/);
  await code(page).fill("000000");
  await page.keyboard.press("Enter");
  await expect(code(page)).toHaveAccessibleDescription(/That code isn't right/);
  await asking(page).getByRole("button", { name: "Cancel" }).click();
  await expect(form.name()).toHaveValue("Payroll sync");

  await form.submit().click();
  await code(page).fill(codeOf(secret, 1));
  await page.keyboard.press("Enter");
  await expect(form.saving().key()).not.toHaveValue("");
  await form.saving().take();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Payroll sync");

  // It counts for the next act, too.
  await form.open();
  await form.create("Second sync", ["Change leaves"]);
  await expect(form.saving().key()).not.toHaveValue("");
  await form.saving().take();
});

test("the export of a person's data asks, too; without JavaScript the page says where to prove it", async ({
  page,
  browser,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const secret = await addOldApp(page, workspace.admin);
  await new PeoplePage(page).open();
  await new PeoplePage(page).person(workspace.admin.name).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(workspace.admin.name);
  const address = page.url();

  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto(address);
  await plain.getByRole("link", { name: "Export data" }).click();
  await expect(plain.getByRole("note", { name: "Export data" })).toContainText(
    "The file needs your second factor again.",
  );
  await plain.getByRole("note").getByRole("link", { name: "your profile" }).click();
  await expect(plain).toHaveURL(/\/dashboard\/settings$/);
  await context.close();

  await page.getByRole("link", { name: "Export data" }).click();
  await code(page).fill(codeOf(secret, 1));
  const download = page.waitForEvent("download");
  await confirm(page).click();
  expect((await download).suggestedFilename()).toMatch(/^personal-data-.*\.zip$/);
  await expect(asking(page)).toBeHidden();
});
