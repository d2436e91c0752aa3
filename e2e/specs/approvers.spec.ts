import { expect, test } from "../fixtures";
import { expectAccessible } from "../support/expect-accessible";
import { createPerson } from "../support/operator";

test("departments without approvers are found, and get them in their row @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  const { name } = await createPerson(workspace, "USER");
  await signIn(workspace.admin);
  await page.goto("/dashboard/settings/departments");
  await page.getByRole("combobox", { name: "Approvers" }).selectOption({ label: "Without approvers" });
  const row = page.getByRole("row", { name: /Main department/ });
  await expect(row).toContainText("Location admins and administrators decide.");
  await row.getByRole("button", { name: "Choose approvers of Main department" }).click();
  const dialog = page.getByRole("dialog", { name: "Approvers of Main department" });
  // The filter behind the dialog has the same name.
  await dialog.getByRole("combobox", { name: "Approvers", exact: true }).click();
  const picker = page.getByRole("dialog", { name: "Add a person" });
  await picker.getByRole("combobox").fill(name);
  await picker.getByRole("option", { name }).click();
  await expect(dialog.getByRole("list", { name: "Approvers" })).toContainText(name);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Approvers saved")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Every department has approvers" })).toBeVisible();
  await page.getByRole("button", { name: "Show all departments" }).click();
  await expect(row).toContainText(name);
});
