import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { signedInElsewhere } from "../support/another-browser";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, createPerson } from "../support/operator";

const monday = comingMonday();
const shots = process.env.WHO_DECIDES_SHOTS;

test("a manager is chosen, their person asks to cancel, and the manager agrees", async ({
  page,
  browser,
  signIn,
  workspace,
}) => {
  const picture = async (name: string, page: Page) => {
    if (!shots) return;
    for (const [width, height] of [
      [1280, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: `${shots}/${name}-${width}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  const { id: leaveTypeId, key } = await createLeaveType(workspace, "Vacation");
  const bo = await createPerson(workspace, "USER");
  const mia = workspace.admin;

  await signIn(workspace.admin);
  await page.goto("/dashboard/people");
  await page.getByRole("link", { name: bo.name }).first().click();
  await page.getByRole("link", { name: "Edit person" }).click();
  await page.getByRole("combobox", { name: /^Manager/ }).click();
  await page.getByRole("dialog").getByRole("option", { name: mia.name }).click();
  await picture("edit-person", page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("region", { name: "Profile" })).toContainText(mia.name);
  await page.getByRole("region", { name: "Profile" }).getByText("Manager").first().waitFor();
  await picture("person", page);

  const [type] = await callApi<{ id: string; policies: { locationId: string }[] }[]>(
    key,
    "GET",
    `/v2/leave-types/${leaveTypeId}`,
  ).then((one) => [one as unknown as { id: string; policies: { locationId: string }[] }]);
  await page.goto(`/dashboard/settings/leave-types/${leaveTypeId}/${type?.policies[0]?.locationId}`);
  await page.getByRole("combobox", { name: "Approval", exact: true }).selectOption("1");
  await page.getByRole("checkbox", { name: /^Cancelling and changing need consent/ }).check();
  await picture("policy", page);
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Saved");

  const { plain } = await createKey(bo, "Own");
  const dates = { startDate: monday(0), endDate: monday(2) };
  const { id } = await callApi<{ id: string }>(plain, "POST", "/v2/leaves", { leaveTypeId, ...dates });
  await callApi(key, "POST", `/v2/leaves/${id}/approve`);
  const own = await signedInElsewhere(browser, bo);
  await own.goto(`/dashboard/leaves/${id}`);
  await own.getByRole("button", { name: "Ask to cancel" }).click();
  await picture("ask", own);
  await own.getByRole("alertdialog").getByRole("button", { name: "Ask to cancel" }).click();
  await expect(own.getByRole("heading", { level: 1 }).locator("..")).toContainText("Cancellation asked");
  await expect(own.getByRole("button", { name: "Keep leave" })).toBeVisible();
  await picture("asked", own);

  await page.goto("/dashboard/approvals");
  await expect(page.getByText("Asks to cancel this approved leave").first()).toBeVisible();
  await picture("approvals", page);
  await page
    .getByRole("button", { name: `Agree to cancel leave of ${bo.name}` })
    .first()
    .click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("is cancelled");
});
