import { expect, test } from "../fixtures";
import { signedInElsewhere } from "../support/another-browser";
import { callApi } from "../support/api";
import { createLeaveType } from "../support/leave-api";
import { createKey, createPerson } from "../support/operator";

/** Next year, and a week of it: the first Monday of March, and Wednesday. */
const year = new Date().getUTCFullYear() + 1;
const monday = 1 + ((8 - new Date(Date.UTC(year, 2, 1)).getUTCDay()) % 7);
const march = (day: number) => `${year}-03-${String(day).padStart(2, "0")}`;

test("a year shows its leave and balances, goes to the years beside it, and prints on one sheet; colleagues do not see it @phone", async ({
  page,
  browser,
  signIn,
  workspace,
}) => {
  const { id: leaveTypeId, key } = await createLeaveType(workspace, "Vacation");
  const bo = await createPerson(workspace, "USER");
  const { plain } = await createKey(bo, "Own");
  const dates = { startDate: march(monday), endDate: march(monday + 2) };
  const { id, userId } = await callApi<{ id: string; userId: string }>(plain, "POST", "/v2/leaves", {
    leaveTypeId,
    ...dates,
  });

  await signIn(bo);
  await page.goto("/dashboard/leaves");
  await page.getByRole("link", { name: "Year", exact: true }).click();
  await page.getByRole("link", { name: String(year), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(String(year));
  const picture = page.getByRole("img", { name: `Leave in ${year}: 3 days of Vacation.` });
  await expect(picture.locator(".wc-mark")).toHaveCount(3);
  await expect(page.getByRole("table", { name: `Balances on 31 December ${year}` })).toContainText("25");
  const leave = page.getByRole("table", { name: "Leave" });
  await expect(leave).toContainText("Waiting");
  const sheet = await page.pdf({ preferCSSPageSize: true });
  expect(sheet.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

  await callApi(key, "POST", `/v2/leaves/${id}/approve`);
  await page.reload();
  await expect(leave).toContainText("Approved");
  await leave.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/leaves/${id}$`));
  await page.goBack();
  await page.getByRole("link", { name: String(year - 1), exact: true }).click();
  await expect(page.getByRole("img", { name: `No leave in ${year - 1}.` })).toBeVisible();

  const address = `/dashboard/leaves/year?year=${year}&user=${userId}`;
  const colleague = await signedInElsewhere(browser, await createPerson(workspace, "USER"));
  await colleague.goto(address);
  await expect(colleague.getByRole("main")).not.toContainText("Vacation");
  const administrator = await signedInElsewhere(browser, workspace.admin);
  await administrator.goto(address);
  await expect(administrator.getByRole("heading", { level: 1 })).toContainText(`${bo.name}, ${year}`);
  await expect(administrator.getByRole("table", { name: "Leave" })).toContainText("Vacation");
});
