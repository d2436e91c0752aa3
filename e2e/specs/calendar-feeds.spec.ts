import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { CalendarFeedsPage } from "../pages/calendar-feeds.page";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import type { Workspace } from "../support/operator";
import { type State, visit } from "../support/visit-states";

const monday = comingMonday();
const google = { "user-agent": "Google-Calendar-Importer" };

async function takeLeave(workspace: Workspace) {
  const { id: leaveTypeId, key } = await createLeaveType(workspace, "Vacation");
  await callApi(key, "POST", "/v2/leaves", { leaveTypeId, startDate: monday(0), endDate: monday(4) });
}

test("200 a calendar program reads the user's leave at the address, until it is rotated or the feed ends", async ({
  page,
  signIn,
  workspace,
  request,
}) => {
  await takeLeave(workspace);
  await signIn(workspace.admin);
  await page.goto("/dashboard/leaves");
  await page.getByRole("link", { name: "Add to your calendar" }).click();
  const feeds = new CalendarFeedsPage(page);
  await expect(feeds.none()).toBeVisible();
  await feeds.add().click();
  await expect(feeds.kind("My leave")).toBeChecked();
  await feeds.submit().click();
  const opens = feeds.shown().getByRole("link", { name: "Open in your calendar program" });
  await expect(opens).toHaveAttribute("href", /^webcal:\/\/.+\/ical\/.+\.ics$/);
  const first = await feeds.take();
  const row = feeds.row(/My leave/);
  await expect(row).toContainText("Not yet");

  const read = await request.get(first, { headers: google });
  expect(read.status()).toBe(200);
  expect(read.headers()["content-type"]).toContain("text/calendar");
  const calendar = await read.text();
  expect(calendar).toContain("SUMMARY:Vacation");
  expect(calendar).toContain(`DTSTART;VALUE=DATE:${monday(0).replaceAll("-", "")}`);
  await page.reload();
  await expect(row).toContainText("by Google Calendar");

  await feeds.newAddress("My leave").click();
  await feeds.asking().getByRole("button", { name: "Create new address" }).click();
  const second = await feeds.take();
  await expect(row).toContainText("New address");
  expect((await request.get(first)).status()).toBe(404);
  expect((await request.get(second)).status()).toBe(200);

  await feeds.end("My leave").click();
  await feeds.asking().getByRole("button", { name: "End feed" }).click();
  await expect(feeds.none()).toBeVisible();
  expect((await request.get(second)).status()).toBe(404);
});

test("Today offers a feed after the first request, with its QR code, or on a phone with what opens it; who declines is not asked again @phone", async ({
  page,
  signIn,
  workspace,
  isMobile,
}) => {
  await signIn(workspace.admin);
  await page.goto("/dashboard");
  const offer = page.getByRole("region", { name: "Add the calendar to your phone" });
  await expect(page.getByRole("region", { name: "Your leave" })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await takeLeave(workspace);
  await page.reload();
  await offer.getByRole("button", { name: "Add a feed" }).click();
  const feeds = new CalendarFeedsPage(page);
  await expect(feeds.shown()).toContainText(
    isMobile ? "Tap “Open in your calendar program” below, then Subscribe." : "Point the camera at the code",
  );
  await expect(feeds.shown().getByRole("img", { name: "QR code of the feed's address" })).toHaveCount(
    isMobile ? 0 : 1,
  );
  await feeds.take();
  await expect(offer).toHaveCount(0);
  await feeds.open();
  await feeds.end("My leave").click();
  await feeds.asking().getByRole("button", { name: "End feed" }).click();
  await expect(feeds.none()).toBeVisible();
  await page.goto("/dashboard");
  await offer.getByRole("button", { name: "Don't show again" }).click();
  await expect(offer).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("region", { name: "Your leave" })).toBeVisible();
  await expect(offer).toHaveCount(0);
});

test("403 feeds of other people's absences are not offered where the workspace forbids them", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  await page.goto("/dashboard/settings/leave");
  await page.getByRole("switch", { name: "Calendar feeds may show who's away" }).uncheck();
  await page.getByRole("button", { name: "Save leave settings" }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Leave settings saved");
  const feeds = new CalendarFeedsPage(page);
  await page.goto("/dashboard/settings/calendar-feeds/new");
  await expect(feeds.kind("Holidays")).toBeVisible();
  await expect(feeds.kind("Who's away")).toHaveCount(0);
  await expect(page.getByText("Your workspace doesn't allow feeds of who's away.")).toBeVisible();
});

type Known = { page: Page; feeds: CalendarFeedsPage; request: APIRequestContext };
const states: State<Known>[] = [
  { title: "calendar feeds none", reach: ({ feeds }) => feeds.open() },
  {
    title: "calendar feed form",
    reach: async ({ feeds, page }) => {
      await feeds.add().click();
      await feeds.kind("Holidays").check();
      await expect(page.getByRole("combobox", { name: "Location" })).toBeVisible();
    },
  },
  {
    title: "calendar feed address",
    reach: async ({ feeds }) => {
      await feeds.kind("Who's away").check();
      await feeds.submit().click();
      await expect(feeds.shown()).toBeVisible();
    },
  },
  {
    title: "calendar feeds",
    reach: async ({ feeds, page, request }) => {
      expect((await request.get(await feeds.take(), { headers: google })).status()).toBe(200);
      await page.reload();
      await expect(feeds.row(/Who's away/)).toContainText("by Google Calendar");
    },
  },
  {
    title: "calendar feed ending",
    reach: async ({ feeds }) => {
      await feeds.end("Who's away").click();
      await expect(feeds.asking()).toBeVisible();
    },
  },
];

test("no page about calendar feeds has an accessibility fault in any state @phone", async ({
  page,
  signIn,
  workspace,
  request,
}) => {
  await signIn(workspace.admin);
  await visit(states, { page, request, feeds: new CalendarFeedsPage(page) });
});
