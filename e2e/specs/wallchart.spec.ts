import { expect, test } from "../fixtures";
import { WallchartPage } from "../pages/wallchart.page";
import { withDatabase } from "../support/age";
import { team } from "../support/many-people";
import { fillWallchart, focusedCell, march } from "../support/wallchart-people";

test("the keyboard moves through the grid, opens a leave, and requests days for the user", async ({
  page,
  signIn,
  workspace,
}) => {
  test.slow();
  await fillWallchart(workspace, 150);
  await signIn(workspace.admin);
  const chart = new WallchartPage(page);
  await chart.open(march);
  const { name } = workspace.admin;
  await expect(chart.cell(`${name}, Mon 8 Mar, Vacation, approved, until 10 Mar`)).toBeVisible();
  await expect(chart.grid().locator("[tabindex='0']")).toHaveCount(1);
  const press = async (keys: string, expected: RegExp | string) => {
    await page.keyboard.press(keys);
    await expect.poll(() => focusedCell(page), keys).toMatch(expected);
  };
  await chart.cell(`${name}, Mon 1 Mar`).focus();
  await press("ArrowRight", `${name}, Tue 2 Mar`);
  await press("ArrowDown", /^Person 001, Tue 2 Mar/);
  await press("End", /^Person 001, Wed 31 Mar/);
  await press("PageDown", /^Person 0(0[5-9]|[12]\d), Wed 31 Mar/);
  await press("Home", /^Person 0(0[5-9]|[12]\d)/);
  // Not all of them are loaded: this is the last one of all, not of the loaded ones.
  await press("Control+End", /^Person 150, Wed 31 Mar/);
  await expect(chart.grid()).toHaveAttribute("aria-rowcount", String(1 + 1 + 150 + 6 + 1));
  await press("Control+Home", name);
  await press("ArrowRight", `${name}, Mon 1 Mar`);
  for (const day of ["Tue 2", "Wed 3"]) await press("Shift+ArrowRight", `${name}, ${day} Mar`);
  await expect(chart.grid().locator("[aria-selected=true]")).toHaveCount(3);
  await expect(page.getByText("Mon 1 Mar – Wed 3 Mar 2027: 3 days selected")).toBeVisible();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/request?from=2027-03-01&to=2027-03-03");
  await page.goBack();
  await chart.cell(`${name}, Mon 8 Mar`).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/leaves/leave-*");
  await page.goBack();
  await chart.cell(`${name}, Tue 30 Mar`).click();
  await page.waitForURL("**/dashboard/request?from=2027-03-30&to=2027-03-30");
});

test("a mouse drags over free days of the user's own row to request them; leave ends the selection", async ({
  page,
  signIn,
  workspace,
}) => {
  await fillWallchart(workspace, 3);
  await signIn(workspace.admin);
  const chart = new WallchartPage(page);
  await chart.open(march);
  const { name } = workspace.admin;
  const over = (day: string, who = name) => chart.cell(`${who}, ${day} Mar`).hover();
  const chosen = chart.grid().locator("[aria-selected=true]");
  await over("Mon 1");
  await page.mouse.down();
  await over("Wed 3");
  await expect(chosen).toHaveCount(3);
  await page.keyboard.press("Escape");
  await expect(chosen).toHaveCount(0);
  await page.mouse.up();
  // A row below is the same day.
  await over("Tue 16");
  await page.mouse.down();
  await over("Mon 15");
  await over("Fri 12", "Person 001");
  await expect(page.getByText("Fri 12 Mar – Tue 16 Mar 2027: 5 days selected")).toBeVisible();
  // The vacation from the 8th to the 10th.
  await over("Tue 9");
  await expect(page.getByText("Thu 11 Mar – Tue 16 Mar 2027: 6 days selected")).toBeVisible();
  await page.mouse.up();
  await page.waitForURL("**/dashboard/request?from=2027-03-11&to=2027-03-16");
  await page.goBack();
  await expect(chosen).toHaveCount(0);
  // It begins on no day with leave, which a click opens.
  await over("Mon 8");
  await page.mouse.down();
  await over("Fri 12");
  await expect(chosen).toHaveCount(0);
  await page.mouse.up();
  await expect(page).toHaveURL(/wallchart/);
  await chart.cell(`${name}, Mon 8 Mar`).click();
  await page.waitForURL("**/dashboard/leaves/leave-*");
});

test("fingers tap the first and the last day, and scroll as ever @phone", async ({
  page,
  signIn,
  workspace,
  isMobile,
}) => {
  test.skip(!isMobile, "A touch screen.");
  // On its side a phone shows the grid.
  await page.setViewportSize({ width: 844, height: 390 });
  await fillWallchart(workspace, 3);
  await signIn(workspace.admin);
  const chart = new WallchartPage(page);
  await chart.open(march);
  const { name } = workspace.admin;
  const tap = (day: string) => chart.cell(`${name}, ${day} Mar`).tap();
  const chosen = chart.grid().locator("[aria-selected=true]");
  await expect(async () => {
    await tap("Mon 1");
    await expect(page.getByText("Mon 1 Mar 2027. Tap the last day")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(chosen).toHaveCount(1);
  await page.getByRole("button", { name: "Cancel" }).tap();
  await expect(chosen).toHaveCount(0);
  await tap("Mon 1");
  // Leave is between: the selection begins again.
  await tap("Thu 11");
  await expect(page.getByText("Thu 11 Mar 2027. Tap the last day")).toBeVisible();
  await tap("Fri 12");
  await page.waitForURL("**/dashboard/request?from=2027-03-11&to=2027-03-12");
  await page.goBack();
  await tap("Tue 9");
  await page.waitForURL("**/dashboard/leaves/leave-*");
});

test("only the chart scrolls, not the page; the user's own row stays below the days", async ({
  page,
  signIn,
  workspace,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await fillWallchart(workspace, 90);
  await signIn(workspace.admin);
  const chart = new WallchartPage(page);
  await chart.open(march);
  await expect(chart.row("Person 001")).toBeVisible();
  const heightOver = () =>
    page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
  expect(await heightOver()).toBe(0);
  const box = chart.box();
  const topOf = async (name: string) => (await chart.row(name).boundingBox())?.y ?? 0;
  const head = await chart.grid().getByRole("columnheader").first().boundingBox();
  const before = await topOf(workspace.admin.name);
  await chart.scrollToRow("Person 040");
  expect(await topOf(workspace.admin.name)).toBe(before);
  expect(before).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) - 1);
  expect(await heightOver()).toBe(0);
  // A low window keeps space for the chart, and scrolls as a page does.
  await page.setViewportSize({ width: 1280, height: 500 });
  expect((await box.boundingBox())?.height).toBeGreaterThan(300);
});

test("filters, period and view are in the address", async ({ page, signIn, workspace }) => {
  await fillWallchart(workspace, 60);
  await signIn(workspace.admin);
  const chart = new WallchartPage(page);
  await chart.open(march);
  await expect(page.getByRole("heading", { name: "March 2027" })).toBeVisible();
  await chart.department().selectOption(team(2));
  await expect(chart.row("Person 030")).toBeAttached();
  await expect(chart.row("Person 001")).toHaveCount(0);
  await expect(page).toHaveURL(/department=department-/);
  await expect(chart.row(workspace.admin.name)).toBeVisible();
  await chart.onlyConflicts().check();
  await expect(page).toHaveURL(/conflicts=only/);
  await expect(page.getByRole("heading", { name: "No one matches these filters" })).toBeVisible();
  // Both at once: neither overwrites the other.
  await chart.onlyConflicts().uncheck();
  await chart.link("Next period").click();
  await expect(page.getByRole("heading", { name: "April 2027" })).toBeVisible();
  await page.reload();
  await expect(chart.row("Person 030")).toBeAttached();
  await chart.link("Quarter").click();
  await expect(chart.grid().getByRole("columnheader", { name: /^week of/ })).toHaveCount(14);
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "March 2027" })).toBeVisible();
  await chart.link("Week").click();
  await expect(chart.grid().getByRole("columnheader")).toHaveCount(8);
  // Without matches, the page offers it a second time.
  await chart.link("Clear filters").first().click();
  await expect(chart.row("Person 001")).toBeAttached();
  await chart.link("Today").click();
  await expect(chart.grid().locator("[aria-current=date]")).toHaveCount(1);
});

test("people are found by name, and one's own team comes first; both are in the address", async ({
  page,
  signIn,
  workspace,
}) => {
  await fillWallchart(workspace, 60);
  const id = workspace.id.replace(/^workspace-/, "");
  await withDatabase(
    (
      sql,
    ) => sql`update users set department_id = (select id from departments where workspace_id = ${id} and name = ${team(2)})
      where workspace_id = ${id} and email = ${workspace.admin.email}`,
  );
  await signIn(workspace.admin);
  const chart = new WallchartPage(page);
  await chart.open(march);
  await chart.search().fill("son 012");
  await expect(page).toHaveURL(/q=son\+012/);
  await expect(chart.row("Person 012")).toBeVisible();
  await expect(chart.row("Person 001")).toHaveCount(0);
  await expect(chart.row(workspace.admin.name)).toBeVisible();
  await expect(chart.search()).toBeFocused();
  await page.reload();
  await expect(chart.search()).toHaveValue("son 012");
  await chart.link("Clear filters").click();
  await expect(chart.search()).toHaveValue("");
  await expect(chart.row("Person 001")).toBeVisible();

  // The first is the user's own row.
  const firstDepartment = chart.grid().getByRole("rowheader").nth(1);
  await expect(firstDepartment).not.toHaveText(team(2));
  await chart.teamFirst().check();
  await expect(firstDepartment).toHaveText(team(2));
  await expect(page).toHaveURL(/team=first/);
  await page.reload();
  await expect(chart.teamFirst()).toBeChecked();
  await expect(firstDepartment).toHaveText(team(2));
});

test("the next period keeps the rows in sight, and the focus", async ({ page, signIn, workspace }) => {
  await fillWallchart(workspace, 90);
  await signIn(workspace.admin);
  const chart = new WallchartPage(page);
  await chart.open(march);
  await expect(chart.row("Person 001")).toBeVisible();
  await chart.scrollToRow("Person 050");
  await chart.link("Next period").click();
  await expect(page.getByRole("heading", { name: "April 2027" })).toBeVisible();
  await expect(chart.row("Person 050")).toBeInViewport();
  await expect(chart.link("Next period")).toBeFocused();
  // Other people start at the top.
  await chart.department().selectOption(team(2));
  await expect(page).toHaveURL(/department=department-/);
  await expect.poll(() => chart.box().evaluate(({ scrollTop }) => scrollTop)).toBe(0);
});

test("a phone has its filters behind one button @phone", async ({ page, signIn, workspace, isMobile }) => {
  test.skip(!isMobile, "A phone's width.");
  await fillWallchart(workspace, 30);
  await signIn(workspace.admin);
  const chart = new WallchartPage(page);
  await chart.open(march);
  await expect(chart.department()).toBeHidden();
  const button = page.getByRole("button", { name: /^Filters/ });
  await expect(async () => {
    await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "true", { timeout: 500 });
  }).toPass();
  await chart.department().selectOption(team(2));
  await expect(button).toHaveText("Filters (1)");
  await expect(page).toHaveURL(/department=department-/);
});

test("the counts match the filter", async ({ page, signIn, workspace }) => {
  await fillWallchart(workspace, 3);
  await signIn(workspace.admin);
  const chart = new WallchartPage(page);
  await chart.open(march);
  await expect(chart.cell("Mon 8 Mar: 2 of 4 away")).toBeVisible();
  await expect(chart.cell("Mon 22 Mar: 0 of 4 away, 1 waiting")).toBeVisible();
  await chart.department().selectOption(team(1));
  await expect(chart.cell("Mon 22 Mar: 0 of 3 away$")).toBeVisible();
});

test("a page that fails leaves the others, and can be retried", async ({ page, signIn, workspace }) => {
  await fillWallchart(workspace, 150);
  await signIn(workspace.admin);
  const chart = new WallchartPage(page);
  await page.route("**/api/trpc/wallchart.page**", (route) => route.abort());
  await chart.open(march);
  const box = chart.box();
  await expect(async () => {
    await box.evaluate((element) => element.scrollBy(0, 1500));
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible({ timeout: 300 });
  }).toPass();
  // The error takes some of the chart's space.
  await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(chart.row("Person 100")).toBeAttached();
  await page.unroute("**/api/trpc/wallchart.page**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  await chart.cell("Person 100, Mon 1 Mar").focus();
  await page.keyboard.press("Control+End");
  await expect.poll(() => focusedCell(page)).toMatch(/^Person 150/);
});

test("a phone shows the days with their absences @phone", async ({ page, signIn, workspace, isMobile }) => {
  test.skip(!isMobile, "A phone's width.");
  await fillWallchart(workspace, 30);
  await signIn(workspace.admin);
  await new WallchartPage(page).open(march);
  await expect(new WallchartPage(page).grid()).toBeHidden();
  const day = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: /^Mon 8 Mar/ }) });
  await expect(day.getByText("Vacation, approved, until 10 Mar")).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Sat 6 Mar/ })).toHaveCount(0);
  await day.getByRole("link", { name: workspace.admin.name }).click();
  await page.waitForURL("**/dashboard/leaves/leave-*");
});

test("a phone lists all absences, however many people there are; past days are folded @phone", async ({
  page,
  signIn,
  workspace,
  isMobile,
}) => {
  test.skip(!isMobile, "A phone's width.");
  await fillWallchart(workspace, 120);
  // This month and the next, for the last twelve by name: the grid's first page has none of them.
  const workspaceId = workspace.id.replace(/^workspace-/, "");
  await withDatabase(
    (sql) => sql`
      insert into leaves (workspace_id, id, user_id, leave_type_id, location_id, department_id, status, start_date, end_date,
        duration_calendar_days, duration_working_days, created_at, updated_at)
      select u.workspace_id, gen_random_uuid(), u.id, t.id, u.location_id, u.department_id, 'APPROVED',
        date_trunc('month', now()), date_trunc('month', now()) + interval '2 months - 1 day', 60, 40, now(), now()
      from users u join leave_types t on t.workspace_id = u.workspace_id and t.name = 'Vacation'
      where u.workspace_id = ${workspaceId} and u.name between 'Person 109' and 'Person 120'`,
  );
  await signIn(workspace.admin);
  const chart = new WallchartPage(page);
  // A chosen day shows its whole month, of which some days are over.
  await chart.open(`?on=${new Date().toISOString().slice(0, 10)}`);
  const isWorked = (day: number) => ![0, 6].includes(new Date(new Date().setUTCDate(day)).getUTCDay());
  const earlier = Array.from({ length: new Date().getUTCDate() - 1 }, (_, at) => at + 1).filter(isWorked);
  const folded = page.getByText(new RegExp(`^${earlier.length} earlier days?$`));
  await expect(folded).toHaveCount(earlier.length > 0 ? 1 : 0);
  await chart.link("Next period").click();
  const next = new Date();
  next.setUTCMonth(next.getUTCMonth() + 1, 1);
  await page.waitForURL(`**on=${next.toISOString().slice(0, 10)}*`);
  const days = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3 }) });
  await expect(folded).toHaveCount(0);
  const first = days.first();
  await expect(first.getByText("12 away")).toBeVisible();
  await expect(first.getByText("Person 109")).toBeVisible();
  await expect(first.getByText("Person 120")).toHaveCount(0);
  await first.getByRole("button", { name: "Show 4 more" }).click();
  await expect(first.getByText("Person 120")).toBeVisible();
  await expect(first.getByRole("button")).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  const userAgent =
    "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36";
  test.use({ javaScriptEnabled: false, userAgent, viewport: { width: 390, height: 844 } });

  test("a phone gets the list with the page", async ({ page, signIn, workspace }) => {
    await fillWallchart(workspace, 3);
    await signIn(workspace.admin);
    await new WallchartPage(page).open(march);
    await expect(page.getByRole("heading", { name: /^Mon 8 Mar/ })).toBeVisible();
    await expect(page.getByRole("link", { name: workspace.admin.name }).first()).toBeVisible();
  });
});
