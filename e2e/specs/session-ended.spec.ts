import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { LoginPage } from "../pages/login.page";
import { PeoplePage } from "../pages/people.page";
import { RequestPage } from "../pages/request.page";
import { Shell } from "../pages/shell.page";
import type { Person } from "../support/demo";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createPerson } from "../support/operator";
import { writtenDate } from "../support/written-date";

const monday = comingMonday();

/** In another tab, as a colleague at the same computer might. */
async function endSession(page: Page): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto("/dashboard/settings");
  await new Shell(tab).chooseFromAccountMenu("Sign out");
  await tab.waitForURL("**/login");
  await tab.close();
}

async function signInAgain(page: Page, person: Person): Promise<void> {
  await page.waitForURL(/\/login\?.*ended=1/);
  const login = new LoginPage(page);
  await login.signIn(person);
  await page.waitForURL("**/dashboard/**");
}

test.beforeEach(({ page }) => {
  page.on("dialog", (dialog) => void dialog.accept());
});

test("input typed before the session ended is restored after signing in, once", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Vacation");
  const person = await createPerson(workspace, "USER");
  await signIn(person);
  const request = new RequestPage(page);
  await request.open();
  await request.from().fill(monday(0));
  await request.reason().fill("Hiking");
  await endSession(page);
  await request.submit().click();
  await signInAgain(page, person);
  await expect(request.reason()).toHaveValue("Hiking");
  await expect(request.from()).toHaveValue(writtenDate(monday(0)));
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("What you typed is back");
  await page.reload();
  await expect(request.reason()).toHaveValue("");
  await request.from().fill(monday(0));
  await request.submit().click();
  await expect(page.getByRole("region", { name: "What happens next" })).toBeVisible();
});

test("another user who signs in finds none of it, and neither does the first one later", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Vacation");
  const [person, other] = [await createPerson(workspace, "USER"), await createPerson(workspace, "USER")];
  await signIn(person);
  const request = new RequestPage(page);
  await request.open();
  await request.from().fill(monday(0));
  await request.reason().fill("Hiking");
  await endSession(page);
  await request.submit().click();
  await signInAgain(page, other);
  await expect(request.reason()).toHaveValue("");
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes("draft"))))
    .toEqual([]);
});

test("input in another long form is restored, too", async ({ page, signIn, workspace }) => {
  await signIn(workspace.admin);
  await page.goto("/dashboard/people/new");
  await page.getByRole("textbox", { name: "Name" }).fill("Nina New");
  await page.getByLabel("Birthday").fill("1990-04-05");
  await endSession(page);
  await page.getByRole("textbox", { name: "Email" }).fill("nina@example.test");
  await page.getByRole("button", { name: "Add person" }).click();
  await signInAgain(page, workspace.admin);
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Nina New");
  await expect(page.getByLabel("Birthday")).toHaveValue(writtenDate("1990-04-05"));
});

test("a list that is searched after the session ended leads to sign-in, and back to its search", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  await page.goto("/dashboard/people");
  const search = new PeoplePage(page).search();
  await expect(search).toBeVisible();
  await endSession(page);
  await search.fill("Nina");
  await signInAgain(page, workspace.admin);
  await expect(search).toHaveValue("Nina");
  await expect(page).toHaveURL(/\/dashboard\/people\?q=Nina/);
});
