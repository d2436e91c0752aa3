import { expect, test } from "../fixtures";
import { RequestPage } from "../pages/request.page";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createPerson } from "../support/operator";

const monday = comingMonday();

test("an administrator chooses which days count; the request and the leave say why each does @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  const { id, key } = await createLeaveType(workspace, "Congés payés", { approvalRequired: false });
  const [place] = await callApi<{ id: string }[]>(key, "GET", "/v2/locations");
  await signIn(workspace.admin);
  await page.goto(`/dashboard/settings/leave-types/${id}/${place?.id}`);
  const mode = page.getByRole("combobox", { name: "Days that count" });
  await expect(mode).toHaveValue("WORKING_DAYS");
  await expect(mode).toHaveAccessibleDescription(/already booked keeps its days/);
  await mode.selectOption("Monday to Saturday, until work again");
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByText("Saved")).toBeVisible();

  await page.context().clearCookies();
  await signIn(await createPerson(workspace, "USER"));
  const request = new RequestPage(page);
  await request.open(`?from=${monday(0)}&to=${monday(11)}`);
  await expect(request.effect()).toContainText("12 days");
  await expect(request.effect()).not.toContainText("12 working days");
  await expect(request.effect()).toContainText("1 free day counts too");
  await expect(request.effect()).toContainText("Counts 1 day after the leave, until work again");
  await request.submit().click();
  const days = page.getByRole("region", { name: "Day by day" });
  await days.getByText(/Show/).click();
  await expect(days).toContainText("1 day, free but counted");
  await expect(days).toContainText("2 days, 1 of them after the leave, until work again");
  await expect(days).toContainText("Free anyway");
});
