import { expect, test } from "../fixtures";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createPerson } from "../support/operator";
import { accessible } from "../support/visit-states";

const monday = comingMonday();

test("an administrator books a company leave, follows it, books who joined, and undoes it @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Vacation");
  await createPerson(workspace, "USER");
  await signIn(workspace.admin);
  await page.goto("/dashboard/settings/company-leave");
  await expect(page.getByRole("heading", { name: "No company leave yet" })).toBeVisible();
  await accessible(page, "company leave, none");
  await page.getByRole("link", { name: "Book company leave" }).click();
  await page.getByRole("button", { name: "Book company leave" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Choose a leave type.");
  await page.getByLabel("Name").fill("Bridge day");
  await page.getByLabel("Leave type").selectOption({ label: "Vacation" });
  await page.getByLabel("First day").fill(monday(0));
  await page.getByLabel("Last day").fill(monday(1));
  await expect(page.getByText("For 2 people")).toBeVisible();
  const around = page.getByRole("note", { name: "Leave around these days" });
  await expect(around).toContainText("has to be asked for in two parts");
  await expect(around.getByRole("link", { name: "Settings of “Vacation”" })).toBeVisible();
  await page.getByLabel("How much at the start").selectOption("From noon");
  await page.getByLabel("How much at the end").selectOption("Until noon");
  await page.getByRole("button", { name: "Show names: Fits (2)" }).click();
  await expect(
    page.getByRole("listitem").filter({ hasText: "–", hasNot: page.getByRole("button") }),
  ).toHaveCount(2);
  await accessible(page, "company leave, form with preview");
  await page.getByRole("button", { name: "Book company leave" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bridge day" })).toBeVisible();
  await expect(page.getByText("Booked: 2")).toBeVisible();
  await expect(page.getByText(/\(afternoon\) – .*\(morning\)/).first()).toBeVisible();
  await createPerson(workspace, "USER");
  await page.reload();
  await expect(page.getByText("1 person joined since")).toBeVisible();
  await accessible(page, "company leave, booked");
  await page.getByRole("button", { name: "Book for them too" }).click();
  await expect(page.getByText("Booked: 3")).toBeVisible();
  // While a booking runs, the end of it loads the page anew, which would close the confirmation.
  await expect(page.getByRole("heading", { level: 2, name: "Booked" })).toBeVisible();
  await expect(page.getByText("Waiting", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo company leave" }).click();
  await expect(page.getByText("Undone: cancelled for 3, kept for 0")).toBeVisible();
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
  await expect(page.getByText("Waiting", { exact: true })).toHaveCount(0);
  await accessible(page, "company leave, undone");
  await page.goto("/dashboard/settings/company-leave");
  await expect(page.getByRole("link", { name: "Bridge day" })).toBeVisible();
  await accessible(page, "company leave, list");
});
