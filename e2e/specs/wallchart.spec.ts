import { expect, test } from "../fixtures";
import { WallchartPage } from "../pages/wallchart.page";
import { team } from "../support/many-people";
import { fillWallchart, focusedCell, march } from "../support/wallchart-people";

test("the keyboard walks the grid, opens a leave, and asks for days of one's own", async ({
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
  await press("PageDown", /^Person 0[12]\d, Wed 31 Mar/);
  await press("Home", /^Person 0[12]\d/);
  await press("Control+End", /^Person \d\d\d, Wed 31 Mar/);
  await expect(chart.row("Person 102")).toHaveAttribute("aria-rowindex", /\d+/, { timeout: 15_000 });
  await press("Control+End", /^Person 150, Wed 31 Mar/);
  await expect(chart.grid()).toHaveAttribute("aria-rowcount", String(1 + 1 + 150 + 6 + 1));
  await press("Control+Home", name);
  await press("ArrowRight", `${name}, Mon 1 Mar`);
  for (const day of ["Tue 2", "Wed 3"]) await press("Shift+ArrowRight", `${name}, ${day} Mar`);
  await expect(chart.grid().locator("[aria-selected=true]")).toHaveCount(3);
  await expect(page.getByText("3 days selected")).toBeAttached();
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
  // Both at once: the one does not forget the other.
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
  // Where nobody matches, the page offers it a second time.
  await chart.link("Clear filters").first().click();
  await expect(chart.row("Person 001")).toBeAttached();
  await chart.link("Today").click();
  await expect(chart.grid().locator("[aria-current=date]")).toHaveCount(1);
});

test("the counts are of the filter", async ({ page, signIn, workspace }) => {
  await fillWallchart(workspace, 3);
  await signIn(workspace.admin);
  const chart = new WallchartPage(page);
  await chart.open(march);
  await expect(chart.cell("Mon 8 Mar: 2 of 4 away")).toBeVisible();
  await expect(chart.cell("Mon 22 Mar: 0 of 4 away, 1 waiting")).toBeVisible();
  await chart.department().selectOption(team(1));
  await expect(chart.cell("Mon 22 Mar: 0 of 3 away$")).toBeVisible();
});

test("a page that fails leaves the others, and can be asked for again", async ({
  page,
  signIn,
  workspace,
}) => {
  await fillWallchart(workspace, 150);
  await signIn(workspace.admin);
  const chart = new WallchartPage(page);
  await page.route("**/api/trpc/wallchart.page**", (route) => route.abort());
  await chart.open(march);
  const box = chart.grid().locator("..");
  await expect(async () => {
    await box.evaluate((element) => element.scrollBy(0, 1500));
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible({ timeout: 300 });
  }).toPass();
  await expect(chart.row("Person 100")).toBeAttached();
  await page.unroute("**/api/trpc/wallchart.page**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  await chart.cell("Person 100, Mon 1 Mar").focus();
  await page.keyboard.press("Control+End");
  await expect.poll(() => focusedCell(page)).toMatch(/^Person 150/);
});

test("a phone shows the days with those who are away @phone", async ({
  page,
  signIn,
  workspace,
  isMobile,
}) => {
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
