import { expect, test } from "../fixtures";
import { Shell } from "../pages/shell.page";
import { expectAccessible } from "../support/expect-accessible";
import { createWorkspace } from "../support/operator";

test("a new workspace leads its administrator from leave types to the first request, and then shows Today @phone", async ({
  page,
  signIn,
}) => {
  const { admin } = await createWorkspace("FREE", undefined, undefined, false);
  await signIn(admin);
  await page.goto("/dashboard");
  const title = new Shell(page).title();
  await expect(title).toHaveText("Set up your workspace");
  await expect(page.getByText("0 of 5 steps done.")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Choose leave types" }).click();
  await expect(title).toHaveText("Choose leave types");
  await page.getByLabel("Country").selectOption({ label: "Sweden" });
  await expect(page.getByLabel("Days a year")).toHaveValue("25");
  await page.getByRole("checkbox", { name: "Parental leave" }).uncheck();
  await page.getByLabel("Name").first().fill("");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add 4 leave types" }).click();
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await page.getByLabel("Name").first().fill("Semester");
  await page.getByRole("button", { name: "Add 4 leave types" }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("4 leave types added");
  await expect(page.getByText("1 of 5 steps done.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Leave types (done)" })).toBeVisible();

  await page.getByRole("button", { name: "Skip the rest" }).click();
  await expect(title).toHaveText("Today");
  await expect(page.getByRole("region", { name: "Your balances" })).toContainText("Semester");
});

test("a link that makes no workspace any more says so", async ({ page }) => {
  await page.goto("/set-up/made-up");
  await expect(page.getByRole("alert").filter({ hasText: "expired or has already been used" })).toBeVisible();
  await expectAccessible(page);
});
