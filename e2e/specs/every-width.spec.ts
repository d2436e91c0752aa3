import { mergeTests, type Page } from "@playwright/test";
import { test as oauthTest } from "../oauth-fixtures";
import { CalendarFeedsPage } from "../pages/calendar-feeds.page";
import { callApi } from "../support/api";
import { keepPicture } from "../support/keep-picture";
import { fillKeys } from "../support/keys-in-every-condition";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { fillNotifications } from "../support/notifications-in-every-condition";
import { createOauthClient, createWorkspace, type Workspace } from "../support/operator";
import type { Receiver } from "../support/receiver";
import { fillReports } from "../support/reports-in-every-condition";
import { fillWebhooks } from "../support/webhooks-in-every-condition";
import { expect, test as webhookTest } from "../webhook-fixtures";

const test = mergeTests(webhookTest, oauthTest);

const widths = [320, 390, 768, 1024, 1100, 1280, 1600];
const openApi = "/dashboard/open-api";
const settings = "/dashboard/settings";
const monday = comingMonday();

/** Fills every list with rows in every condition. @returns the addresses of the pages with a list */
async function fill(workspace: Workspace, receiver: Receiver, page: Page): Promise<string[]> {
  const keys = await fillKeys(workspace, page.request);
  const webhooks = await fillWebhooks(workspace, receiver);
  const { daily } = await fillNotifications(workspace);
  const report = await fillReports(workspace);
  await fillLeave(workspace, page);
  await createOauthClient("Intranet of the whole company", "https://intranet.example.test/callback");
  const webhook = `${openApi}/webhooks/${webhooks.failing}`;
  return [
    openApi,
    `${openApi}/keys`,
    `${openApi}/keys?owner=workspace&status=revoked`,
    `${openApi}/keys?owner=workspace`,
    ...["", "?tab=logs", "?tab=scopes"].map((tab) => `${openApi}/keys/${keys.keyId}${tab}`),
    `${openApi}/webhooks`,
    webhook,
    `${openApi}/webhooks/${webhooks.well}`,
    `${openApi}/notifications`,
    `${openApi}/notifications/${daily}?tab=history`,
    `${openApi}/reports`,
    `${openApi}/reports/${report}?tab=history`,
    `${openApi}/usage`,
    `${openApi}/logs`,
    `${openApi}/logs?request=${keys.requestId}`,
    `${openApi}/errors`,
    "/dashboard/settings/apps",
    "/dashboard/settings/apps/workspace",
    "/dashboard/settings/apps/connect",
    `${openApi}/legacy`,
    "/dashboard",
    "/dashboard/approvals",
    "/dashboard/leaves",
    `/dashboard/balances?asOf=${monday(0).slice(0, 4)}-12-31`,
    "/dashboard/insights",
    "/dashboard/people",
    "/dashboard/set-up/leave-types",
    "/dashboard/set-up/days-left",
    settings,
    `${settings}/calendar-feeds`,
    `${settings}/import`,
    `${settings}/locations`,
    `${settings}/departments`,
    `${settings}/mail`,
    `${settings}/leave`,
    `${settings}/oauth-clients`,
    `${settings}/audit-log`,
  ];
}

/** A balance from leave and an adjustment, locations and departments with long names, and a calendar feed. */
async function fillLeave(workspace: Workspace, page: Page): Promise<void> {
  const { key, id: leaveTypeId } = await createLeaveType(workspace, "Vacation of the whole company");
  const [me] = await callApi<{ id: string }[]>(key, "GET", "/v2/users");
  await callApi(key, "POST", "/v2/leaves", { leaveTypeId, startDate: monday(0), endDate: monday(4) });
  await callApi(key, "POST", `/v2/users/${me?.id}/balance-adjustments`, {
    ...{ leaveTypeId, kind: "ADJUSTMENT", days: 2.5, effectiveDate: `${monday(0).slice(0, 4)}-01-01` },
    note: "Worked at the fair, and on the day after it",
  });
  const name = "Forschungs- und Entwicklungszentrum";
  await callApi(key, "POST", "/v2/locations", { name, timezone: "America/Argentina/Buenos_Aires" });
  await callApi(key, "POST", "/v2/departments", { name });
  const feeds = new CalendarFeedsPage(page);
  await feeds.open();
  await feeds.add().click();
  await feeds.submit().click();
  await feeds.take();
}

/** Describes elements that overflow the page, a table's container or a cell, and tables without columns where there is space for them. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const over = (element: Element) => element.scrollWidth - element.clientWidth;
    const root = document.documentElement;
    const tables = [...document.querySelectorAll("main table")];
    const cells = tables
      .flatMap((table) => [...table.querySelectorAll("td, th")])
      .filter(
        // Text for screen readers only is clipped to a point.
        (cell) => cell.clientWidth > 1,
      );
    return [
      ...(over(root) > 0 ? [`page by ${over(root)}`] : []),
      // The width of a list with nothing beside it, in a window of 1280 px and more.
      ...tables
        .filter((table) => getComputedStyle(table).display !== "table")
        .filter((table) => (table.parentElement?.clientWidth ?? 0) >= 1008)
        .map((table) => `${table.querySelector("caption")?.textContent} has no columns`),
      ...tables
        .filter((table) => table.parentElement && over(table.parentElement) > 0)
        .map(
          (table) =>
            `${table.querySelector("caption")?.textContent} by ${over(table.parentElement as Element)}`,
        ),
      ...cells
        .filter((cell) => over(cell) > 1)
        .map((cell) => `cell "${cell.textContent?.slice(0, 40)}" by ${over(cell)}`),
    ];
  });

/** Each page once, one after the other: only the window's width changes. */
for (const language of ["en", "de"])
  test(`no list scrolls sideways at any width (${language})`, async ({
    page,
    receiver,
    signIn,
    workspace,
    baseURL,
  }) => {
    test.slow();
    const inLanguage = () =>
      page.context().addCookies([{ name: "timeaway-language", value: language, url: baseURL ?? "" }]);
    await signIn(workspace.admin);
    const addresses = await fill(workspace, receiver, page);
    await inLanguage();
    const look = (address: string) =>
      test.step(address, async () => {
        await page.goto(address);
        await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${language}`));
        await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          await keepPicture(page, `${width} ${language} ${address.split("/").slice(3).join(" ")}`);
          expect.soft(await tooWide(page), `${address} at ${width} px`).toEqual([]);
        }
      });
    for (const address of addresses) await look(address);
    const { admin } = await createWorkspace("FREE", undefined, undefined, false);
    await page.context().clearCookies();
    await signIn(admin);
    await inLanguage();
    await look("/dashboard");
  });
