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
  await expect(page.getByLabel("Working days a year")).toHaveValue("25");
  await expect(page.getByText(/public holidays this year and next/)).toBeVisible();
  await page.getByRole("checkbox", { name: "Parental leave" }).uncheck();
  await page.getByLabel("Name").first().fill("");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add 4 leave types" }).click();
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await page.getByLabel("Name").first().fill("Semester");
  await page.getByRole("button", { name: "Add 4 leave types" }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
    "4 leave types and 1 leave rule added",
  );
  // The next step follows at once.
  await expect(page.getByText("Step 2 of 5: People")).toBeVisible();
  await page.getByRole("link", { name: "All steps" }).click();
  await expect(page.getByText("1 of 5 steps done.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your country (done)" })).toBeVisible();

  await page.getByRole("link", { name: "Enter days left" }).click();
  await expect(title).toHaveText("How many days does everyone have left today?");
  await expectAccessible(page);
  const save = page.getByRole("button", { name: "Save days left" });
  await save.click();
  await expect(page.getByText("Enter at least one number.").first()).toBeVisible();
  const days = page.getByRole("textbox", { name: /^Semester, / });
  await days.fill("many");
  await save.click();
  await expect(days).toHaveAccessibleDescription(/enter a number of days/);
  await expectAccessible(page);
  await days.evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, `Name\tSemester\n${admin.name}\t11,5\nNobody Known\t3\n`);
  await expect(days).toHaveValue("11,5");
  await expect(page.getByRole("status").filter({ hasText: "1 number pasted" })).toContainText("Nobody Known");
  await save.click();
  await expect(page.getByText("Step 2 of 5: People")).toBeVisible();
  await page.getByRole("link", { name: "All steps" }).click();
  await expect(page.getByText("2 of 5 steps done.")).toBeVisible();
  await page.getByRole("link", { name: "Enter days left" }).click();
  await expect(days).toHaveAttribute("placeholder", "11.5");
  await page.getByRole("link", { name: "Not now" }).click();

  await page.getByRole("button", { name: "Skip the rest" }).click();
  await expect(title).toHaveText("Today");
  await expect(page.getByRole("region", { name: "Your balances" })).toContainText("11.5");
});

test("days left need leave types with a quota @phone", async ({ page, signIn }) => {
  const { admin } = await createWorkspace("FREE", undefined, undefined, false);
  await signIn(admin);
  await page.goto("/dashboard/set-up/days-left");
  await expect(page.getByRole("heading", { name: "No leave type has days to enter" })).toBeVisible();
  await expectAccessible(page);
});

test("a link that no longer creates a workspace says so", async ({ page }) => {
  await page.goto("/set-up/made-up");
  await expect(page.getByRole("alert").filter({ hasText: "expired or has already been used" })).toBeVisible();
  await expectAccessible(page);
});
