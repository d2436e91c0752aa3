import { expect, test } from "../fixtures";
import { LoginPage } from "../pages/login.page";
import { Shell } from "../pages/shell.page";
import { demoPerson } from "../support/demo";
import { expectAccessible } from "../support/expect-accessible";

test("a visitor signs in and arrives where they were going; signing out ends it", async ({ page }) => {
  const login = new LoginPage(page);
  const shell = new Shell(page);
  await page.goto("/dashboard/open-api/keys?status=revoked");
  await expect(login.heading).toBeVisible();
  await login.signIn(demoPerson("USER"));
  await expect(page).toHaveURL("/dashboard/open-api/keys?status=revoked");
  await expect(page).toHaveTitle("API keys – Open API – Timeaway");

  await shell.chooseFromAccountMenu("Sign out");
  await expect(login.heading).toBeVisible();
  await page.goto("/dashboard");
  await expect(login.heading).toBeVisible();
});

test("the root address leads to Today; the legacy keys are for administrators", async ({ page, signIn }) => {
  await signIn(demoPerson("APPROVER"));
  await page.goto("/");
  await expect(page).toHaveURL("/dashboard");
  const shell = new Shell(page);
  await expect(shell.title()).toHaveText("Today");
  await page.goto("/dashboard/open-api");
  await expect(shell.openApi().getByRole("link", { name: "API keys" })).toBeVisible();
  await expect(shell.openApi().getByRole("link", { name: "Legacy keys" })).toBeHidden();
  await page.goto("/dashboard/open-api/legacy");
  await expect(page.getByRole("heading", { name: "This is for administrators" })).toBeVisible();
});

test("a navigation moves the focus to the new page's heading", async ({ page, signIn }) => {
  await signIn(demoPerson("ADMIN"));
  await page.goto("/dashboard/open-api");
  const shell = new Shell(page);
  await shell.openApi().getByRole("link", { name: "API keys" }).click();
  await expect(shell.title()).toHaveText("API keys");
  await expect(shell.title()).toBeFocused();
});

test("the theme can be chosen, and stays", async ({ page, signIn }) => {
  await signIn(demoPerson("USER"));
  await page.goto("/dashboard/open-api");
  await new Shell(page).chooseFromAccountMenu("Theme: Dark");
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.reload();
  await expect(page.locator("html")).toHaveClass(/dark/);
});

test("on a phone the navigation opens in a dialog @phone", async ({ page, signIn, isMobile }) => {
  test.skip(!isMobile, "Wide screens show it in the header.");
  await signIn(demoPerson("ADMIN"));
  await page.goto("/dashboard/open-api");
  await page.getByRole("button", { name: "More" }).click();
  const dialog = page.getByRole("dialog", { name: "Navigation" });
  await expect(dialog.getByRole("link", { name: "Open API" })).toHaveAttribute("aria-current", "page");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "More" })).toBeFocused();
});
