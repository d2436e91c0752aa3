import { expect, test } from "../fixtures";
import { callApi } from "../support/api";
import { createLeaveType } from "../support/leave-api";
import { accessible } from "../support/visit-states";

const settings = "/dashboard/settings";

test("an administrator sets steps by length of employment and extra days by label, and reads what they give", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Vacation", { yearlyQuota: 25 });
  await signIn(workspace.admin);
  await page.goto(`${settings}/labels`);
  await page.getByRole("button", { name: "Add label" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Nights");
  await page.getByRole("dialog").getByRole("button", { name: "Add label" }).click();

  await page.getByRole("link", { name: "Leave types" }).click();
  await page.getByRole("link", { name: /^Vacation in .*25 days/ }).click();
  const steps = page.getByRole("group", { name: "More days with time" });
  const labels = page.getByRole("group", { name: "Extra days by label" });
  await steps.getByRole("button", { name: "Add step" }).click();
  await steps.getByLabel("Months of employment").fill("24");
  await steps.getByLabel("Days a year from then on").fill("20");
  await labels.getByRole("button", { name: "Add label" }).click();
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(steps).toHaveAccessibleDescription(/give more than the one before/);
  await expect(labels).toHaveAccessibleDescription(/Enter extra days/);

  await steps.getByLabel("Days a year from then on").fill("30");
  await labels.getByLabel("Extra days").fill("5");
  const effect = page.getByRole("region", { name: "What this does" });
  await expect(effect).toContainText(/From .* on: 30 days a year/);
  await expect(effect).toContainText(/With the label Nights: .* then 30 days/);
  await page.getByRole("combobox", { name: "People get them" }).selectOption("Month by month");
  await page.getByRole("textbox", { name: "Stops at so many days" }).fill("12,5");
  await page.getByRole("button", { name: "Save rules" }).click();

  await page.getByRole("link", { name: /^Vacation in .*25 to 30 days/ }).click();
  await expect(steps.getByLabel("Months of employment")).toHaveValue("24");
  await expect(labels.getByLabel("Extra days")).toHaveValue("5");
  await expect(page.getByRole("textbox", { name: "Stops at so many days" })).toHaveValue("12.5");
});

test("an administrator says when carried-over days expire, and reads what that means", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Vacation", { yearlyQuota: 25 });
  await signIn(workspace.admin);
  await page.goto(`${settings}/leave-types`);
  await page.getByRole("link", { name: /^Vacation in .*25 days/ }).click();
  await page
    .getByRole("combobox", { name: "Days left at the end of the year" })
    .selectOption("All carry over");
  const expiry = page.getByRole("combobox", { name: "Carried-over days expire" });
  await expect(expiry).toHaveValue("LOCATION");
  await expiry.selectOption("On a day of the year");
  await page.getByRole("combobox", { name: "Month", exact: true }).selectOption("June");
  await accessible(page, "carried-over days expire on a day of the year");
  await expiry.selectOption("Some months after the quota starts again");
  const months = page.getByRole("textbox", { name: "Number of months" });
  await months.fill("61");
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(months).toHaveAccessibleDescription(/Enter months from 1 to 60/);
  await months.fill("15");
  const effect = page.getByRole("region", { name: "What this does" });
  await expect(effect).toContainText(/Of 5 days left on .*, 5 are carried over; the last day to use them is/);
  await page
    .getByRole("combobox", { name: "Carried-over days are used" })
    .selectOption("After the days of the year");
  await page.getByRole("button", { name: "Save rules" }).click();

  await page.getByRole("link", { name: /^Vacation in .*25 days/ }).click();
  await expect(expiry).toHaveValue("MONTHS");
  await expect(months).toHaveValue("15");
  await expect(page.getByRole("combobox", { name: "Carried-over days are used" })).toHaveValue("LAST");
});

test("consent to cancel and change is required at all locations at once", async ({
  page,
  signIn,
  workspace,
}) => {
  const { id, key } = await createLeaveType(workspace, "Vacation", { yearlyQuota: 25 });
  const far = await callApi<{ id: string }>(key, "POST", "/v2/locations", { name: "Far", timezone: "UTC" });
  await callApi(key, "PATCH", `/v2/leave-types/${id}`, {
    policies: [{ locationId: far.id, yearlyQuota: 30 }],
  });
  await signIn(workspace.admin);
  await page.goto(`/dashboard/settings/leave-types/${id}`);
  const rules = page.getByRole("region", { name: "Rules per location" });
  await expect(rules).toContainText("need no consent at any location");
  await rules.getByRole("button", { name: "Require consent everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Require consent everywhere" }).click();
  await expect(rules).toContainText("need consent at 2 of 2 locations");
  type Policy = { locationId: string; changesNeedConsent: boolean; yearlyQuota: number };
  const { policies } = await callApi<{ policies: Policy[] }>(key, "GET", `/v2/leave-types/${id}`);
  expect(
    policies.map(({ yearlyQuota, changesNeedConsent }) => [yearlyQuota, changesNeedConsent]).sort(),
  ).toEqual([
    [25, true],
    [30, true],
  ]);
  await expect(rules.getByRole("button", { name: "Require consent everywhere" })).toBeHidden();
});
