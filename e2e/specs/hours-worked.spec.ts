import { expect, test } from "../fixtures";
import { callApi } from "../support/api";
import { createLeaveType } from "../support/leave-api";
import { createPerson } from "../support/operator";

const dayBack = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString().slice(0, 10);

test("an administrator enters the hours that someone worked, changes and deletes them", async ({
  page,
  signIn,
  workspace,
}) => {
  const { key } = await createLeaveType(workspace, "Vacation", { yearlyQuota: 0, hoursWorkedRate: 10 });
  const bo = await createPerson(workspace, "USER");
  const [user] = await callApi<{ id: string }[]>(key, "GET", `/v2/users?search=${bo.email}`);
  await signIn(workspace.admin);
  // The hours count in the accounting year of their last day.
  await page.goto(`/dashboard/balances?user=${user?.id}&asOf=${dayBack(3)}`);
  const card = page.getByRole("region", { name: "Hours worked" });
  await expect(card).toContainText("No hours yet");
  const dialog = page.getByRole("dialog");
  const enter = async (firstDay: string, lastDay: string, hours: string) => {
    await dialog.getByLabel("First day").fill(firstDay);
    await dialog.getByLabel("Last day").fill(lastDay);
    await dialog.getByLabel("Hours worked").fill(hours);
    await dialog.getByRole("button", { name: "Enter hours" }).click();
  };
  await card.getByRole("button", { name: "Enter hours" }).click();
  await enter(dayBack(9), dayBack(-3), "many");
  await expect(dialog.getByLabel("Hours worked")).toHaveAccessibleDescription(/Enter the hours as a number/);
  await enter(dayBack(9), dayBack(-3), "40");
  await expect(dialog.getByLabel("Last day")).toHaveAccessibleDescription(/hours are worked by then/);
  await enter(dayBack(9), dayBack(3), "40");
  await expect(dialog).toBeHidden();
  const worked = page.getByRole("table", { name: "Hours worked" });
  await expect(worked).toContainText("40 h");
  await expect(worked).toContainText("Entered here");
  await expect(
    page
      .getByRole("table", { name: "How it comes about: Vacation" })
      .getByRole("row", { name: /Earned by hours worked/ }),
  ).toContainText("0.5");

  await card.getByRole("button", { name: "Enter hours" }).click();
  await expect(dialog.getByLabel("First day")).toHaveValue(new RegExp(` ${Number(dayBack(2).slice(8))} `));
  await enter(dayBack(4), dayBack(1), "20");
  await expect(dialog.getByLabel("First day")).toHaveAccessibleDescription(/There are hours already from/);
  await page.keyboard.press("Escape");
  await card.getByRole("button", { name: "Change" }).click();
  await dialog.getByLabel("Hours worked").fill("32,5");
  await dialog.getByRole("button", { name: "Change hours" }).click();
  await expect(worked).toContainText("32.5 h");
  await card.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete hours" }).click();
  await expect(card).toContainText("No hours yet");
});
