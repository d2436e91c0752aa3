import { expect, test } from "../fixtures";
import { callApi } from "../support/api";
import { createLeaveType } from "../support/leave-api";
import { accessible, narrow } from "../support/visit-states";

/** The first weekday of the month before. */
function lastMonth(): string {
  const day = new Date();
  day.setUTCDate(0);
  day.setUTCDate(1);
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

test("a month is closed, a late sick note is a correction, and reopening needs a reason @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  const { key, id: leaveTypeId } = await createLeaveType(workspace, "Sick");
  const [place] = await callApi<{ id: string }[]>(key, "GET", "/v2/locations");
  await signIn(workspace.admin);
  await page.goto(`/dashboard/settings/locations/${place?.id}`);
  const card = page.getByRole("region", { name: "Closed days" });
  await expect(card).toContainText("All days are open.");
  await card.getByRole("button", { name: "Close days" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("No leave is in these days.");
  await accessible(page, "closing days");
  await narrow(page, "closing days");
  await dialog.getByRole("button", { name: "Close days" }).click();
  await expect(card).toContainText("Closed up to");

  await page.goto("/dashboard/balances");
  await page.getByRole("button", { name: "Adjust" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("What to do").selectOption({ label: "Closed days: more were taken" });
  await form.getByLabel("Leave type").selectOption(leaveTypeId);
  await form.getByLabel("First closed day").fill(lastMonth());
  await form.getByLabel("Last closed day").fill(lastMonth());
  await form.getByLabel("Days", { exact: true }).fill("1");
  await form.getByLabel("From", { exact: true }).fill(new Date().toISOString().slice(0, 10));
  await form.getByLabel("Note").fill("A late sick note");
  await accessible(page, "a correction");
  await form.getByRole("button", { name: "Adjust" }).click();
  await expect(page.getByText("Balance adjusted")).toBeVisible();

  await page.goto(`/dashboard/settings/locations/${place?.id}`);
  await card.getByRole("button", { name: "Reopen" }).click();
  await dialog.getByLabel("Why").fill("Paid again");
  await accessible(page, "reopening days");
  await dialog.getByRole("button", { name: "Reopen" }).click();
  await expect(card).toContainText("All days are open.");
});
