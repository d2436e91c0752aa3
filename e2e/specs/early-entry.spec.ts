import { expect, test } from "../fixtures";
import { wakeUp } from "../support/wake-up";

const scripts = "**/_next/static/chunks/*.js";

test("what is filled in before the page is awake stays, and is saved", async ({
  page,
  signIn,
  workspace,
}) => {
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
