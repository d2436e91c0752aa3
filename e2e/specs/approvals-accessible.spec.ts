import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { ApprovalsPage } from "../pages/approvals.page";
import { callApi } from "../support/api";
import { keepPicture } from "../support/keep-picture";
import { addRequests, anotherDecider, asker } from "../support/requests";
import { narrow, type State, visit } from "../support/visit-states";

type Known = {
  page: Page;
  requests: Awaited<ReturnType<typeof addRequests>>;
  theirs: string;
};

/** The request on whose day most of the team is absent. */
const crowded = 5;

const openWith = async ({ page, requests }: Known, n: number): Promise<ApprovalsPage> => {
  const approvals = new ApprovalsPage(page);
  await approvals.open(`?leave=${requests.idOf(n)}`);
  await expect(approvals.panel()).toContainText("Last 12 months");
  return approvals;
};

/** In this order, each leaves the state that the next one needs. */
const states: State<Known>[] = [
  {
    title: "approvals queue",
    reach: async ({ page }) => {
      const approvals = new ApprovalsPage(page);
      await approvals.open();
      await expect(approvals.rows()).toHaveCount(6);
    },
  },
  { title: "approvals request", reach: (known) => openWith(known, crowded) },
  {
    title: "approvals loading",
    reach: async ({ page, requests }) => {
      await page.route(ApprovalsPage.context, () => undefined);
      const approvals = new ApprovalsPage(page);
      await approvals.open(`?leave=${requests.idOf(1)}`);
      await expect(approvals.panel().getByRole("status")).toContainText("Loading request details");
      await approvals.panel().evaluate((panel) => {
        // It stays busy: the check must not wait for its end.
        for (const busy of panel.querySelectorAll("[aria-busy]")) busy.removeAttribute("aria-busy");
      });
    },
  },
  {
    title: "approvals error",
    reach: async ({ page, requests }) => {
      await page.unroute(ApprovalsPage.context);
      await page.route(ApprovalsPage.context, (route) => route.abort());
      const approvals = new ApprovalsPage(page);
      await approvals.open(`?leave=${requests.idOf(1)}`);
      await expect(approvals.panel().getByRole("alert")).toContainText("Can't reach Timeaway");
      await page.unroute(ApprovalsPage.context);
    },
  },
  {
    title: "approvals not waiting",
    reach: async ({ page }) => {
      const approvals = new ApprovalsPage(page);
      await approvals.open("?leave=leave-nonsense");
      await expect(approvals.panel()).toContainText("This request isn't waiting for you");
    },
  },
  {
    title: "approvals selected",
    reach: async (known) => {
      const approvals = await openWith(known, 1);
      for (const n of [1, crowded]) await approvals.box(asker(n)).check();
      await expect(approvals.selection()).toContainText("1 has a warning");
    },
  },
  {
    title: "approvals denying",
    reach: async (known) => {
      const approvals = await openWith(known, 1);
      await approvals.deny(asker(1)).click();
      await expect(known.page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    title: "approvals undo",
    reach: async (known) => {
      const approvals = await openWith(known, 1);
      await approvals.approve(asker(1)).click();
      await approvals.undo().hover();
      await expect(approvals.row(asker(1))).toContainText("Approving…");
    },
  },
  {
    title: "approvals decided elsewhere, changed, and not sent",
    reach: async (known) => {
      const { page, requests, theirs } = known;
      const approvals = await openWith(known, 2);
      await callApi(theirs, "POST", `/v2/leaves/${requests.idOf(2)}/approve`);
      await requests.prolong(3);
      await approvals.approve(asker(2)).click();
      await approvals.approve(asker(3)).click();
      await approvals.dismiss();
      await expect(approvals.row(asker(2))).toContainText("Already approved by");
      await expect(approvals.row(asker(3))).toContainText("has changed");
      await page.route(ApprovalsPage.decide, (route) => route.abort());
      await approvals.approve(asker(4)).click();
      await approvals.dismiss();
      await expect(approvals.row(asker(4)).getByRole("alert")).toBeVisible();
      await page.unroute(ApprovalsPage.decide);
    },
  },
];

test("the queue has no accessibility fault in any state @phone", async ({ page, signIn, workspace }) => {
  test.slow();
  await signIn(workspace.admin);
  const requests = await addRequests(workspace, 6, crowded);
  const { key: theirs } = await anotherDecider(workspace);
  await visit(states, { page, requests, theirs });
});

test("at 200 % zoom the request stands below its row, and in forced colours a pattern marks pending requests", async ({
  page,
  signIn,
  workspace,
}) => {
  const requests = await addRequests(workspace, 6, crowded);
  await signIn(workspace.admin);
  await page.emulateMedia({ forcedColors: "active" });
  const approvals = await openWith({ page, requests, theirs: "" }, crowded);
  await keepPicture(page, "approvals forced colours");
  const waiting = approvals.panel().getByRole("table").first().locator("[data-status=OPEN]").first();
  await expect(waiting).toHaveCSS("border-top-style", "dashed");
  await page.emulateMedia({ forcedColors: "none" });
  // 1,280 px at 200 %.
  await page.setViewportSize({ width: 640, height: 400 });
  await narrow(page, "approvals twice the size");
});
