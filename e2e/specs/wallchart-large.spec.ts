import { expect, test } from "../fixtures";
import { WallchartPage } from "../pages/wallchart.page";
import { withDatabase } from "../support/age";
import { team } from "../support/many-people";
import { fillWallchart, focusedCell, march } from "../support/wallchart-people";

test("few cells exist while scrolling through everyone, and the focused row stays", async ({
  page,
  signIn,
  workspace,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1600, height: 1400 });
  await fillWallchart(workspace, 225);
  await signIn(workspace.admin);
  const chart = new WallchartPage(page);
  await chart.open(march);
  await expect(async () => {
    await chart.cell("Person 003, Tue 2 Mar").focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toMatch(
      /^Person 003, Wed 3 Mar/,
    );
  }).toPass({ timeout: 20_000 });
  for (const person of ["Person 099", "Person 199", "Person 225"]) {
    await chart.scrollToRow(person);
    expect(await chart.cells().count()).toBeLessThanOrEqual(2000);
  }
  await expect(chart.row("Person 020")).toHaveCount(0);
  expect(await focusedCell(page)).toMatch(/^Person 003, Wed 3 Mar/);
});

test("when the workspace reduces sight, the next page removes the hidden people, without an error", async ({
  page,
  signIn,
  workspace,
}) => {
  test.slow();
  await fillWallchart(workspace, 150);
  const id = workspace.id.replace(/^workspace-/, "");
  const demote = () =>
    withDatabase((sql) => sql`update users set is_admin = false where workspace_id = ${id} and is_admin`);
  const show = (visibility: string) =>
    withDatabase((sql) => sql`update workspaces set visibility = ${visibility} where id = ${id}`);
  await signIn(workspace.admin);
  await demote();
  await show("WORKSPACE");
  const chart = new WallchartPage(page);
  await chart.open(march);
  await expect(chart.row("Person 001")).toBeAttached();
  await show("SELF");
  const box = chart.box();
  await expect(async () => {
    await box.evaluate((element) => element.scrollBy(0, 500));
    await expect(chart.row("Person 0")).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await expect(chart.row(workspace.admin.name)).toBeVisible();
  await expect(page.getByText("You're the only person here")).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
});

test("print shows every loaded row in full, with letters", async ({ page, signIn, workspace }) => {
  await fillWallchart(workspace, 90);
  await signIn(workspace.admin);
  const chart = new WallchartPage(page);
  await chart.open(march);
  await expect(chart.row("Person 090")).toHaveCount(0);
  await page.emulateMedia({ media: "print" });
  await expect(chart.row("Person 090")).toBeVisible();
  const middle = chart.cell(`${workspace.admin.name}, Tue 9 Mar, Vacation`);
  await expect(middle.getByText("V", { exact: true })).toBeVisible();
  const look = await middle.locator(".wc-mark").evaluate((mark) => getComputedStyle(mark).backgroundColor);
  expect(look).toBe("rgb(255, 255, 255)");
  expect(
    await chart
      .grid()
      .locator("thead")
      .evaluate((head) => getComputedStyle(head).display),
  ).toBe("table-header-group");
  await expect(page.getByRole("search")).toBeHidden();
  await expect(page.getByRole("link", { name: "Request leave" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeHidden();
  const own = chart.row(workspace.admin.name);
  const [name, day] = [await own.getByRole("rowheader").boundingBox(), await middle.boundingBox()];
  expect(day?.y, "the days of one's own row are beside the name").toBe(name?.y);
  await page.emulateMedia({ media: "screen" });
  await expect(chart.row("Person 090")).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("rows are there, and filters are a form", async ({ page, signIn, workspace }) => {
    await fillWallchart(workspace, 60);
    await signIn(workspace.admin);
    const chart = new WallchartPage(page);
    await chart.open(march);
    await expect(chart.row("Person 030")).toBeVisible();
    await expect(chart.cell(`${workspace.admin.name}, Mon 8 Mar, Vacation, approved`)).toBeVisible();
    await chart.department().selectOption(team(2));
    await page.getByRole("button", { name: "Apply filters" }).click();
    await expect(chart.row("Person 026")).toBeVisible();
    await expect(chart.row("Person 001")).toHaveCount(0);
  });
});
