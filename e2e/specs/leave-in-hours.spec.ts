import { expect, test } from "../fixtures";
import { RequestPage } from "../pages/request.page";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createPerson } from "../support/operator";

const monday = comingMonday();

test("an administrator shows a leave type in hours, and the person reads hours everywhere @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  const policy = { approvalRequired: false, shortestDuration: "HALF_DAY", yearlyQuota: 10 };
  const { id, key } = await createLeaveType(workspace, "Time in lieu", policy);
  const [place] = await callApi<{ id: string }[]>(key, "GET", "/v2/locations");
  await signIn(workspace.admin);
  await page.goto(`/dashboard/settings/leave-types/${id}`);
  const unit = page.getByRole("combobox", { name: "Shown in" });
  await expect(unit).toHaveValue("DAYS");
  await unit.selectOption("Hours");
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByText("Saved")).toBeVisible();
  await expect(page.getByText("80 hours a year").first()).toBeVisible();
  await page.goto(`/dashboard/settings/leave-types/${id}/${place?.id}`);
  await expect(page.getByRole("textbox", { name: "Days a year" })).toHaveAccessibleDescription(
    /80 hours a year/,
  );

  await page.context().clearCookies();
  await signIn(await createPerson(workspace, "USER"));
  const request = new RequestPage(page);
  await request.open(`?from=${monday(0)}&to=${monday(1)}`);
  await expect(request.effect()).toContainText("16 hours");
  await expect(request.effect()).toContainText("80 → 64 hours left");
  await request.submit().click();
  await expect(page.getByRole("region", { name: "Details" })).toContainText("16 hours");
  await page.goto("/dashboard/leaves");
  await expect(page.getByRole("cell", { name: "16 hours" })).toBeVisible();
  await page.goto(`/dashboard/balances?asOf=${monday(1)}`);
  await expect(
    page
      .getByText(/^64\s(h|hours left)$/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByText("hours left")).toBeVisible();
});
