import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { RequestPage } from "../pages/request.page";
import { callApi } from "../support/api";
import { expectNoSidewaysScroll } from "../support/expect-accessible";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, createPerson } from "../support/operator";
import { testedServer } from "../support/tested-server";
import { accessible } from "../support/visit-states";
import { writtenDate } from "../support/written-date";

const calendar = (page: Page, name = "Choose a date") => page.getByRole("dialog", { name });
const day = (page: Page, name: string | RegExp) => page.getByRole("grid").getByRole("button", { name });
const nextYear = String(new Date().getUTCFullYear() + 1);

async function type(field: Locator, text: string): Promise<void> {
  await field.fill("");
  await field.pressSequentially(text);
  await field.press("Tab");
}

test.describe("a German page in an English browser", () => {
  test.use({ locale: "en-US" });

  test("reads dates in German notation, and reports other text at the field", async ({
    page,
    signIn,
    workspace,
  }) => {
    await createLeaveType(workspace, "Urlaub");
    await signIn(workspace.admin);
    const { url } = testedServer();
    await page.context().addCookies([{ name: "timeaway-language", value: "de", url }]);
    await page.goto("/dashboard/request");
    const first = page.getByLabel("Erster Tag");
    const last = page.getByLabel("Letzter Tag");
    await type(first, `31.12.${nextYear}`);
    await expect(first).toHaveValue(new RegExp(`31\\. Dez\\. ${nextYear}$`));
    await expect(last).toHaveValue(new RegExp(`31\\. Dez\\. ${nextYear}$`));
    await type(first, "morgen");
    await expect(first).toHaveValue(/^(Mo|Di|Mi|Do|Fr|Sa|So)\., \d/);

    await type(first, "31.12.22026");
    await expect(first).toHaveAccessibleDescription(/nicht als Datum lesen/);
    await expect(page.getByRole("region", { name: "Das bewirkt es" })).toContainText("Wähle");
    await page.getByRole("button", { name: "Antrag senden" }).click();
    await expect(first).toBeFocused();
    await expect(page.getByText(/VALIDATION_ERROR|details\.fields|req_/)).toHaveCount(0);
  });
});

test("dates are typed freely, and the last day follows the first", async ({ page, signIn, workspace }) => {
  await createLeaveType(workspace, "Vacation");
  await signIn(workspace.admin);
  const request = new RequestPage(page);
  await request.open();
  await type(request.from(), `28 Dec ${nextYear}`);
  await expect(request.from()).toHaveValue(writtenDate(`${nextYear}-12-28`));
  await expect(request.to()).toHaveValue(writtenDate(`${nextYear}-12-28`));
  // Without a year it is the next such date after the first day.
  await type(request.to(), "5.1.");
  await expect(request.to()).toHaveValue(writtenDate(`${Number(nextYear) + 1}-01-05`));
  await type(request.to(), "soon");
  await expect(request.to()).toHaveValue("soon");
  await expect(request.to()).toHaveAccessibleDescription(/can't read that as a date/);
});

test("a month shows holidays, the user's own leave and absences, and keys move through it @phone", async ({
  page,
  isMobile,
  signIn,
  workspace,
}) => {
  const { id: leaveTypeId, key } = await createLeaveType(workspace, "Vacation", { approvalRequired: false });
  const person = await createPerson(workspace, "USER");
  const colleague = await createPerson(workspace, "USER");
  const { plain } = await createKey(person, "Own");
  const { plain: theirs } = await createKey(colleague, "Own");
  const monday = comingMonday();
  const [own, away, chosen] = [monday(7), monday(8), monday(9)];
  await callApi(plain, "POST", "/v2/leaves", { leaveTypeId, startDate: own, endDate: own });
  await callApi(theirs, "POST", "/v2/leaves", { leaveTypeId, startDate: away, endDate: away });
  const { items } = await callApi<{ items: { id: string }[] }>(key, "GET", "/v2/locations").then((answer) =>
    Array.isArray(answer) ? { items: answer as { id: string }[] } : answer,
  );
  await callApi(key, "POST", "/v2/holidays", {
    ...{ locationId: items[0]?.id, date: chosen, name: "Founders' day", isHalfDay: true },
  });
  await signIn(workspace.admin);
  const request = new RequestPage(page);
  await request.open(`?from=${own}`);
  await expect(request.from()).toHaveValue(writtenDate(own));
  const open = page.getByRole("button", { name: "Show month" }).first();
  await open.click();
  await expect(calendar(page)).toBeVisible();
  const at = (date: string) =>
    new RegExp(
      `\\b${Number(date.slice(8))} ${new Intl.DateTimeFormat("en-GB", { month: "long" }).format(new Date(date))}`,
    );
  await expect(day(page, at(own))).toBeFocused();
  await expect(day(page, at(away))).toHaveAccessibleName(new RegExp(`Away: .*${colleague.name}`));
  await expect(day(page, at(chosen))).toHaveAccessibleName(/Founders' day \(half day\)/);
  if (isMobile) {
    await page.setViewportSize({ width: 320, height: 640 });
    // The popover grows to its size as it opens.
    const size = async (side: "width" | "height") => (await day(page, at(own)).boundingBox())?.[side];
    await expect.poll(() => size("height")).toBeGreaterThanOrEqual(44);
    expect(await size("width")).toBeGreaterThanOrEqual(43.5);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 390, height: 844 });
  }
  await accessible(page, "request calendar open");
  await page.keyboard.press("ArrowRight");
  await expect(day(page, at(away))).toBeFocused();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("PageUp");
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await expect(day(page, at(own))).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(calendar(page)).toHaveCount(0);
  await expect(open).toBeFocused();
  await expect(request.from()).toHaveValue(writtenDate(own));
  await request.from().press("ArrowDown");
  await expect(day(page, at(own))).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(request.from()).toHaveValue(writtenDate(away));
});

test("times are typed freely", async ({ page, signIn, workspace }) => {
  await createLeaveType(workspace, "Vacation", { shortestDuration: "HOUR" });
  await signIn(workspace.admin);
  const request = new RequestPage(page);
  await request.open(`?from=${comingMonday()(0)}`);
  await page.getByRole("radio", { name: "Some hours" }).check();
  await type(page.getByLabel("From", { exact: true }), "9");
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("09:00");
  await type(page.getByLabel("To", { exact: true }), "2pm");
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("14:00");
  await expect(request.effect()).toContainText("5 hours");
});
