import { expect, test } from "../fixtures";
import { LeavesPage } from "../pages/leaves.page";
import { RequestPage } from "../pages/request.page";
import { Shell } from "../pages/shell.page";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createPerson } from "../support/operator";
import { writtenDate } from "../support/written-date";

const monday = comingMonday();

test("the request opens over any page, asks before it discards input, and returns the focus @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Vacation");
  const person = await createPerson(workspace, "USER");
  await signIn(person);
  const leaves = new LeavesPage(page);
  const request = new RequestPage(page);
  await leaves.open("?when=past");
  await leaves.request().click();
  await expect(request.sheet()).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/request$/);
  await expect(page).toHaveTitle("Request leave – Timeaway");
  // The page stays below it, inert.
  await expect(page.locator("#content h1")).toHaveText("My leave");
  // Without input it closes at once, and the link has the focus again.
  await page.keyboard.press("Escape");
  await expect(request.sheet()).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard\/leaves\?when=past$/);
  await expect(leaves.request()).toBeFocused();

  await page.keyboard.press("Enter");
  await request.from().fill(monday(0));
  for (let press = 0; press < 15; press++) {
    await page.keyboard.press("Tab");
    expect(
      await request.sheet().evaluate((sheet) => sheet.parentElement?.contains(document.activeElement)),
    ).toBe(true);
  }
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard this request?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(request.from()).toHaveValue(writtenDate(monday(0)));
  await request.sheet().getByRole("button", { name: "Cancel", exact: true }).click();
  await question.getByRole("button", { name: "Discard request" }).click();
  await expect(request.sheet()).toBeHidden();
  await expect(leaves.request()).toBeFocused();

  // With input, Back asks for confirmation, too.
  await leaves.request().click();
  await request.from().fill(monday(0));
  await request.from().press("Tab");
  await page.evaluate(() => history.back());
  const leaving = page.getByRole("alertdialog", { name: "Leave without sending the request?" });
  await leaving.getByRole("button", { name: "Keep editing" }).click();
  await expect(request.from()).toHaveValue(writtenDate(monday(0)));
  await expect(page).toHaveURL(/\/dashboard\/request$/);
  await page.evaluate(() => history.back());
  await leaving.getByRole("button", { name: "Leave page" }).click();
  await expect(request.sheet()).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard\/leaves\?when=past$/);

  // Back closes, Forward opens, and a reload shows the page.
  await leaves.request().click();
  await expect(request.sheet()).toBeVisible();
  await page.goBack();
  await expect(request.sheet()).toBeHidden();
  await expect(leaves.heading()).toHaveText("My leave");
  await page.goForward();
  await expect(request.sheet()).toBeVisible();
  await page.reload();
  await expect(new Shell(page).title()).toHaveText("Request leave");
  await expect(request.sheet()).toHaveCount(0);
  await request.from().fill(monday(0));
  await request.submit().click();
  await expect(page.getByRole("region", { name: "What happens next" })).toBeVisible();
  await expect(leaves.heading()).toBeFocused();
});

test("a missing address answers inside the shell, also after a sheet", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Vacation");
  await signIn(workspace.admin);
  expect((await page.goto("/dashboard/nowhere"))?.status()).toBe(404);
  await expect(page.getByRole("navigation", { name: "Main" }).first()).toBeVisible();
  // A chart of one person would fit into a taller window.
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto("/dashboard/wallchart?on=2027-03-10");
  await page.evaluate(() => window.scrollTo(0, 80));
  const before = await page.evaluate(() => window.scrollY);
  await expect(async () => {
    await page.keyboard.press("c");
    await expect(new RequestPage(page).sheet()).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(new RequestPage(page).sheet()).toBeHidden();
  await expect(page.getByRole("heading", { name: "March 2027" })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
});
