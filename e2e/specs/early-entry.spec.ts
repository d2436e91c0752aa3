import { expect, test } from "../fixtures";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { wakeUp } from "../support/wake-up";

const scripts = "**/_next/static/chunks/*.js";

test("input from before hydration stays, and is saved", async ({ page, signIn, workspace }) => {
  await signIn(workspace.admin);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/dashboard/settings/locations/new", { waitUntil: "commit" });
  const main = page.getByRole("main");
  const name = main.getByRole("textbox", { name: "Name" });
  const weekStart = main.getByRole("combobox", { name: "Week starts on" });
  const day = (label: string) => main.getByRole("checkbox", { name: label });
  await name.fill("Lisbon");
  await weekStart.selectOption("Sunday");
  await day("Monday").uncheck();
  await day("Sunday").check();
  await main.getByRole("radio", { name: "On a day of the year" }).check();
  release();
  await wakeUp(page);
  const isKept = async () => {
    await expect(name).toHaveValue("Lisbon");
    await expect(weekStart).toHaveValue("0");
    await expect(day("Monday")).not.toBeChecked();
    await expect(day("Sunday")).toBeChecked();
    await expect(day("Friday")).toBeChecked();
  };
  await isKept();
  await expect(main.getByRole("group", { name: "Last day to use them" })).toBeVisible();
  await main.getByRole("button", { name: "Add location" }).click();
  await main.getByRole("link", { name: "Lisbon" }).click();
  await expect(main.getByRole("heading", { name: "Lisbon" })).toBeVisible();
  await isKept();
});

test("values in the browser's own notation are not taken for input", async ({ page, signIn, workspace }) => {
  const { id: leaveTypeId, key } = await createLeaveType(workspace, "Vacation");
  const day = comingMonday()(0);
  const leave = { leaveTypeId, startDate: day, endDate: day, reason: "Hiking\r\nSwimming" };
  const { id } = await callApi<{ id: string }>(key, "POST", "/v2/leaves", leave);
  await signIn(workspace.admin);
  await page.goto(`/dashboard/leaves/${id}/edit`);
  await expect(page.getByRole("textbox", { name: "Reason" })).toHaveValue("Hiking\nSwimming");
  await wakeUp(page);
  // Nothing was changed, so no dialog asks before leaving.
  await page.getByRole("link", { name: "Calendar" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Calendar");
});
