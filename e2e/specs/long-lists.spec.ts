import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { KeysPage } from "../pages/keys.page";
import { LogsPage } from "../pages/logs.page";
import { Picker } from "../pages/picker.dialog";
import { Shell } from "../pages/shell.page";
import { UsagePage } from "../pages/usage.page";
import { expectAccessible, expectNoSidewaysScroll } from "../support/expect-accessible";
import {
  addManyApps,
  addManyDays,
  addManyKeys,
  addManyPlaces,
  addManyRequests,
  addManySchedules,
  addManySettings,
  addManyWebhooks,
} from "../support/many-rows";
import { createKey, createPerson } from "../support/operator";

const count = 1500;

const nodesOf = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);
/** Rows are virtual: fewer than the 100 that the server sent. */
const isAwake = (keys: KeysPage) => expect.poll(() => keys.table().getByRole("row").count()).toBeLessThan(80);

test("a list of 1,500 keys comes a page at a time, is short in the document, and complete for its users", async ({
  page,
  signIn,
  workspace,
}) => {
  test.slow();
  await addManyKeys(workspace, count);
  await signIn(workspace.admin);
  const keys = new KeysPage(page);
  const html = await (await page.request.get("/dashboard/open-api/keys")).text();
  expect(html.length).toBeLessThan(1_000_000);
  expect(html).not.toContain("Key 0101");
  await keys.open();
  await expect(keys.table().getByRole("row")).toHaveCount(101);
  await keys.more().click();
  await isAwake(keys);
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await nodesOf(page)).toBeLessThan(2500);
  await expect(keys.table()).toHaveAttribute("aria-rowcount", "201");
  await expect(keys.table().getByRole("row").first()).toHaveAttribute("aria-rowindex", "1");
  await expect(keys.row("Key 0001")).toHaveAttribute("aria-rowindex", "2");
  await expectAccessible(page);

  await test.step("sorting shows the other end", async () => {
    await keys.sort("Created").click();
    await expect(keys.key("Key 1500")).toBeVisible();
    await keys.sort("Created").click();
    await expect(keys.key("Key 0001")).toBeVisible();
    await expect(keys.sort("Created")).toBeFocused();
  });

  await test.step("the end can be scrolled to, and nothing moves sideways on the way", async () => {
    const widths = () =>
      keys
        .table()
        .getByRole("columnheader")
        .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().width)));
    await keys.more().click();
    await isAwake(keys);
    const before = await widths();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(keys.key("Key 0200")).toBeInViewport();
    await expect(keys.row("Key 0200")).toHaveAttribute("aria-rowindex", "201");
    expect(await widths()).toEqual(before);
    expect(await nodesOf(page)).toBeLessThan(2500);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(keys.key("Key 0001")).toBeInViewport();
  });

  await test.step("keys move through all rows, and the focused row stays", async () => {
    await page.keyboard.press("j");
    await expect(keys.key("Key 0001")).toBeFocused();
    for (let pressed = 0; pressed < 60; pressed++) await page.keyboard.press("j");
    await expect(keys.key("Key 0061")).toBeFocused();
    await expect(keys.key("Key 0061")).toBeInViewport();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(keys.key("Key 0200")).toBeInViewport();
    await expect(keys.key("Key 0061")).toBeFocused();
    await page.keyboard.press("k");
    await expect(keys.key("Key 0060")).toBeFocused();
    await expect(keys.key("Key 0060")).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Key 0060");
    await page.goBack();
    await expect(keys.key("Key 0001")).toBeVisible();
  });

  await test.step("the filter finds every row", async () => {
    await keys.filter().fill("Key 0777");
    await expect(keys.key("Key 0777")).toBeVisible();
    await expect(keys.table().getByRole("row")).toHaveCount(2);
    await keys.filter().fill("");
    await expect(keys.key("Key 0001")).toBeVisible();
  });

  await test.step("on a phone", async () => {
    await keys.more().click();
    await isAwake(keys);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
    await expect.poll(() => keys.table().getByRole("row").count()).toBeGreaterThan(10);
    await expectNoSidewaysScroll(page);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(keys.key("Key 0200")).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("print shows all loaded rows", async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await expect(keys.table().getByRole("row")).toHaveCount(201);
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await isAwake(keys);
  });
});

test("the quotas of 1,500 keys are short in the document, too", async ({ page, signIn, workspace }) => {
  await addManyKeys(workspace, count);
  await signIn(workspace.admin);
  await new UsagePage(page).open();
  await page.getByText("Show 1,494 more").click();
  const table = page.getByRole("table", { name: "Quotas of other keys" });
  const rows = table.getByRole("row");
  // The first page of 100 without the six above the table.
  await expect(rows).toHaveCount(100 - 6 + 1);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(table).toHaveAttribute("aria-rowcount", String(200 - 6 + 1));
  await expect.poll(() => rows.count()).toBeLessThan(80);
  await page.getByRole("searchbox", { name: "Filter keys" }).fill("Key 0005");
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Filter keys" }).fill("Key 1500");
  await expect(page.getByText("No key has this name.")).toBeVisible();
});

test("the server renders the first 100 rows", async ({ page, signIn, workspace }) => {
  await addManyKeys(workspace, 150);
  await signIn(workspace.admin);
  const html = await (await page.request.get("/dashboard/open-api/keys")).text();
  expect(html.match(/<tr[^>]* data-row="/g)).toHaveLength(100);
  const found = await (await page.request.get("/dashboard/open-api/keys?q=key+0140&sort=name")).text();
  expect(found.match(/<tr[^>]* data-row="/g)).toHaveLength(1);
  expect(found).toContain("Key 0140");
});

test("the lists of departments and labels have every row of 205, and their search finds the last", async ({
  page,
  signIn,
  workspace,
}) => {
  await addManyPlaces(workspace, 205);
  await signIn(workspace.admin);
  for (const [list, one] of [
    ["departments", "Department"],
    ["labels", "Label"],
  ] as const) {
    await page.goto(`/dashboard/settings/${list}`);
    const table = page.getByRole("table", { name: `${one}s` });
    const rows = table.getByRole("row");
    const last = table.getByRole("rowheader").filter({ hasText: `${one} 0205` });
    await expect(rows).toHaveCount(101);
    await expect(last).toHaveCount(0);
    await page.getByRole("searchbox").fill(`${one} 0205`);
    await expect(rows).toHaveCount(2);
    await expect(last).toBeVisible();
    await expect(page.getByRole("searchbox")).toBeFocused();
    await page.reload();
    await expect(rows).toHaveCount(2);
    await page.getByRole("searchbox").fill("no such");
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(rows).toHaveCount(101);
    await page.getByRole("button", { name: "Load more" }).click();
    await expect(table).toHaveAttribute("aria-rowcount", "201");
    await page.getByRole("button", { name: "Load more" }).click();
    await expect(table).toHaveAttribute("aria-rowcount", list === "labels" ? "206" : "207");
    await expect(page.getByRole("button", { name: "Load more" })).toHaveCount(0);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(last).toBeInViewport();
    await expectAccessible(page);
  }
});

test("a department's form finds the parent among 205 that the page does not contain", async ({
  page,
  signIn,
  workspace,
}) => {
  await addManyPlaces(workspace, 205);
  await signIn(workspace.admin);
  await page.goto("/dashboard/settings/departments/new");
  const parent = new Picker(page, "Part of");
  await expect(parent.control()).toHaveText("No other department");
  await parent.control().click();
  await expect(parent.options()).toHaveCount(51);
  await expect(parent.dialog().getByText("Type to find more.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  // Typed at once: not a letter is lost until the search field has the focus.
  await parent.control().focus();
  await page.keyboard.type("0205");
  await expect(parent.search()).toHaveValue("0205");
  await expect(parent.options()).toHaveText(["Department 0205"]);
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "Name" }).fill("Night shift");
  await parent.choose("Department 0205");
  await page.getByRole("button", { name: "Add department" }).click();
  const list = page.getByRole("searchbox", { name: "Search departments" });
  await list.fill("Night shift");
  await page.getByRole("link", { name: "Night shift" }).click();
  await expect(parent.control()).toHaveText("Department 0205");
  await parent.control().click();
  await parent.search().fill("Night shift");
  await expect(parent.dialog().getByText("No department matches.")).toBeVisible();
  await parent.search().fill("No other");
  await parent.option("No other department").click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(new Shell(page).notifications()).toContainText("saved");
  await page.reload();
  await expect(parent.control()).toHaveText("No other department");
});

test("the list of webhooks has every row of 205, and its filters find the last", async ({
  page,
  signIn,
  workspace,
}) => {
  await addManyWebhooks(workspace, 205);
  await signIn(workspace.admin);
  await page.goto("/dashboard/open-api/webhooks");
  const table = page.getByRole("table", { name: "Webhooks" });
  const rows = table.getByRole("row");
  await expect(rows).toHaveCount(101);
  await page.getByRole("searchbox", { name: "Filter webhooks" }).fill("0205.example");
  await expect(rows).toHaveCount(2);
  await expect(table.getByRole("link", { name: "0205.example.com" })).toBeVisible();
  await page.getByRole("combobox", { name: "Status" }).selectOption("paused");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows).toHaveCount(101);
  await page.getByRole("button", { name: "Load more" }).click();
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(table).toHaveAttribute("aria-rowcount", "206");
});

/** Lists of 205 rows: the address, the caption, a text of the last row, and how it is found. */
const pagedLists = [
  {
    path: "open-api/notifications",
    caption: "Scheduled notifications",
    last: "Notification 0205",
    search: "0205",
  },
  { path: "open-api/reports", caption: "Scheduled reports", last: "Report 0205", search: "0205" },
  { path: "settings/locations", caption: "Locations", last: "Location 0205", search: "0205" },
  { path: "settings/oauth-clients", caption: "OAuth clients", last: "Client 0205" },
  { path: "settings/apps/workspace", caption: "Apps in your workspace", last: "App 0205" },
  { path: "leaves", caption: "My leave", last: "Mon 11 Jun 2029", filter: ["Year", "2029"] },
  { path: "settings/stand-ins", caption: "Stand-ins", last: "Mon 11 Jun 2029", filter: ["Time", "UPCOMING"] },
] as const;

test("every other list comes a page at a time, has every row of 205, and its filters see the last", async ({
  page,
  signIn,
  workspace,
}) => {
  test.slow();
  await addManySchedules(workspace, 205);
  await addManySettings(workspace, 205);
  await addManyApps(workspace, 205);
  await addManyDays(workspace, await createPerson(workspace, "APPROVER"), 205);
  await signIn(workspace.admin);
  for (const { path, caption, last, ...by } of pagedLists)
    await test.step(caption, async () => {
      const html = await (await page.request.get(`/dashboard/${path}`)).text();
      expect(html.match(/<tr[^>]* data-row="/g)).toHaveLength(100);
      expect(html).not.toContain(last);
      await page.goto(`/dashboard/${path}`);
      const table = page.getByRole("table", { name: caption });
      const rows = table.getByRole("row");
      await expect(rows).toHaveCount(101);
      if ("search" in by) {
        await page.getByRole("searchbox").fill(by.search);
        await expect(rows).toHaveCount(2);
        await expect(table.getByText(last, { exact: true })).toBeVisible();
        await page.reload();
        await expect(rows).toHaveCount(2);
        await page.getByRole("searchbox").fill("");
      }
      if ("filter" in by) {
        await page.getByRole("combobox", { name: by.filter[0] }).selectOption(by.filter[1]);
        await expect(page).toHaveURL(new RegExp(`=${by.filter[1]}$`));
        await page.reload();
      }
      await expect(rows).toHaveCount(101);
      const more = page.getByRole("button", { name: "Load more" });
      await more.click();
      await expect(table).toHaveAttribute("aria-rowcount", "201");
      await more.click();
      await expect(more).toHaveCount(0);
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect(table.getByText(last, { exact: true })).toBeInViewport();
      await expectAccessible(page);
    });
});

test("the filter by key finds one of 1,500 that the page does not contain", async ({
  page,
  signIn,
  workspace,
}) => {
  await addManyKeys(workspace, count);
  await addManyRequests(workspace, 3);
  await signIn(workspace.admin);
  const logs = new LogsPage(page);
  const html = await (await page.request.get("/dashboard/open-api/logs")).text();
  expect(html).not.toContain("Key 1234");
  await logs.open();
  await expect(logs.rows()).toHaveCount(3);

  await test.step("by keyboard", async () => {
    await logs.key().control().focus();
    await page.keyboard.press("ArrowDown");
    await expect(logs.key().search()).toBeFocused();
    await expect(logs.key().option("Any key")).toBeVisible();
    await expect(logs.key().options()).toHaveCount(51);
    await expect(logs.key().dialog().getByText("Type to find more.")).toBeVisible();
    await page.keyboard.type("key 1234");
    await expect(logs.key().options()).toHaveText(["Key 1234"]);
    await page.keyboard.press("Enter");
    await expect(logs.key().control()).toHaveText("Key 1234");
    await expect(logs.key().control()).toBeFocused();
    await expect(page).toHaveURL(/key=key-/);
    await expect(page.getByRole("heading", { name: "No requests match" })).toBeVisible();
  });

  await test.step("its name is known when the address is opened", async () => {
    await page.reload();
    await expect(logs.key().control()).toHaveText("Key 1234");
    await logs.key().control().click();
    await logs.key().search().fill("no such");
    await expect(logs.key().dialog().getByText("No keys match.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(logs.key().control()).toBeFocused();
    await logs.key().control().click();
    await logs.key().option("Any key").click();
    await expect(page).not.toHaveURL(/key=/);
    await expect(logs.rows()).toHaveCount(3);
  });

  await test.step("a failed fetch shows an error, and is retried", async () => {
    await page.route(/requestLog\.searchCallers/, (route) => route.abort());
    await logs.key().control().click();
    await logs.key().search().fill("key 0002");
    await expect(logs.key().dialog().getByRole("alert")).toContainText("Can't reach Timeaway");
    await page.unroute(/requestLog\.searchCallers/);
    await logs.key().dialog().getByRole("button", { name: "Try again" }).click();
    await logs.key().option("Key 0002").click();
    await expect(logs.key().control()).toHaveText("Key 0002");
  });

  await test.step("usage has the same filter", async () => {
    const usage = new UsagePage(page);
    await usage.open();
    await usage.key().choose("Key 0777");
    await expect(page).toHaveURL(/key=key-/);
    await expect(usage.key().control()).toHaveText("Key 0777");
    await expect(usage.quota("Key 0777")).toBeVisible();
  });
});

test("the request log stays short however many rows are loaded", async ({ page, signIn, workspace }) => {
  test.slow();
  await createKey(workspace.admin, "Payroll sync");
  await addManyRequests(workspace, 300);
  await signIn(workspace.admin);
  const logs = new LogsPage(page);
  await logs.open();
  await expect(logs.rows()).toHaveCount(50);
  const line = (number: number) =>
    logs.rows().filter({ hasText: `labels/${String(number).padStart(4, "0")}` });
  const panel = (number: number) =>
    expect(logs.details()).toContainText(`/v2/labels/${String(number).padStart(4, "0")}`);
  const isShort = async () => {
    await expect.poll(() => logs.table().getByRole("row").count()).toBeLessThan(80);
    expect(await nodesOf(page)).toBeLessThan(2500);
  };
  const topOf = async (number: number) => (await line(number).boundingBox())?.y ?? Number.NaN;

  await test.step("rows on the screen stay there while more are loaded", async () => {
    for (const loaded of [100, 150, 200, 250]) {
      await logs.loadOlder().scrollIntoViewIfNeeded();
      const before = await topOf(loaded - 50);
      await logs.loadOlder().click();
      await expect(line(loaded - 49)).toBeVisible();
      expect(Math.abs((await topOf(loaded - 50)) - before)).toBeLessThan(2);
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect(line(loaded)).toBeInViewport();
    }
    await isShort();
    await expect(logs.table()).toHaveAttribute("aria-rowcount", "251");
    await expect(line(250)).toHaveAttribute("aria-rowindex", "251");
    await expectAccessible(page);
  });

  await test.step("an opened row stays in view beside its panel", async () => {
    await line(240).getByRole("cell").last().click();
    await panel(240);
    await expect(line(240)).toBeInViewport({ ratio: 1 });
    await isShort();
  });

  await test.step("keys move on from it, and the panel follows", async () => {
    for (let number = 239; number >= 200; number--) {
      await page.keyboard.press("k");
      await expect(line(number).getByRole("link")).toBeFocused();
    }
    await panel(200);
    await page.keyboard.press("j");
    await panel(201);
    await expect(line(201)).toBeInViewport({ ratio: 1 });
    await isShort();
  });

  await test.step("Escape returns the focus to the row, also after it has left the screen", async () => {
    await logs.closeDetails().focus();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(line(1)).toBeInViewport();
    await expect(line(201)).not.toBeInViewport();
    await page.keyboard.press("Escape");
    await expect(logs.details()).toHaveCount(0);
    await expect(line(201).getByRole("link")).toBeFocused();
    await expect(line(201)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("ArrowDown");
    await expect(line(202).getByRole("link")).toBeFocused();
  });

  await test.step("a window that gets narrower keeps the row in view", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(line(202)).toBeInViewport({ ratio: 1 });
    await isShort();
    await expectNoSidewaysScroll(page);
  });
});
