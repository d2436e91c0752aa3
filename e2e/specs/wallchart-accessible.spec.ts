import { expect, test } from "../fixtures";
import { WallchartPage } from "../pages/wallchart.page";
import { createLeaveType } from "../support/leave-api";
import { addManyPeople } from "../support/many-people";
import type { Workspace } from "../support/operator";
import { writeRightToLeft } from "../support/right-to-left";
import { type State, visit } from "../support/visit-states";

type Known = { page: import("@playwright/test").Page };
const on = "on=2027-03-10";

const none: State<Known>[] = [
  { title: "wallchart only oneself", reach: ({ page }) => new WallchartPage(page).open() },
];
const states: State<Known>[] = [
  { title: "wallchart month", reach: ({ page }) => new WallchartPage(page).open(`?${on}`) },
  { title: "wallchart week", reach: ({ page }) => new WallchartPage(page).open(`?${on}&view=week`) },
  { title: "wallchart quarter", reach: ({ page }) => new WallchartPage(page).open(`?${on}&view=quarter`) },
  {
    title: "wallchart filtered out",
    reach: ({ page }) => new WallchartPage(page).open(`?on=2027-04-10&conflicts=only`),
  },
  {
    title: "wallchart failed",
    reach: async ({ page }) => {
      for (const query of ["page", "away"])
        await page.route(`**/api/trpc/wallchart.${query}**`, (route) => route.abort());
      const chart = new WallchartPage(page);
      await chart.open(`?${on}&view=quarter`);
      // A phone lists the first people of a week, with a button for more.
      const more = page.getByRole("button", { name: /^Show \d+ more$/ }).first();
      const alert = page.getByRole("main").getByRole("alert");
      await expect(more.or(chart.grid()).or(alert).first()).toBeVisible();
      // A press before hydration may fail later: the next press would wait for a button that is gone.
      await expect(async () => {
        if (await more.isVisible()) await more.click({ timeout: 1000 });
        else if (await chart.grid().isVisible())
          await chart
            .grid()
            .locator("..")
            .evaluate((element) => element.scrollBy(0, 3000));
        await expect(alert).toBeVisible({ timeout: 300 });
      }).toPass();
    },
  },
];

/** The colours of leave types are the workspace's, not roles of the palette. */
const ownColours = { everyInDark: true };

async function fill(workspace: Workspace): Promise<void> {
  for (const name of ["Vacation", "Sick", "Home office"]) await createLeaveType(workspace, name);
  await addManyPeople(workspace, 120);
}

test("the wallchart has no accessibility fault in any state @phone", async ({ page, signIn, workspace }) => {
  test.slow();
  await signIn(workspace.admin);
  await visit(none, { page }, ownColours);
  await fill(workspace);
  await visit(states, { page }, ownColours);
  await page.unrouteAll();
  await writeRightToLeft(page);
  const rightToLeft = [{ ...states[0], title: "wallchart right to left" } as State<Known>];
  await visit(rightToLeft, { page }, ownColours);
});
