import type { Page } from "@playwright/test";
import type { Plan } from "@/drizzle/schema/values";
import { expect, test } from "../fixtures";
import { NewReportPage } from "../pages/new-report.page";
import { ReportPage } from "../pages/report.page";
import { ReportsPage } from "../pages/reports.page";
import { createPerson, createWorkspace } from "../support/operator";
import { fillReports } from "../support/reports-in-every-condition";
import { type State, visit } from "../support/visit-states";

type Known = { page: Page; id: string };

/** Every state of every page of reports, each reached as a user would. */
const states: State<Known>[] = [
  { title: "reports", reach: ({ page }) => new ReportsPage(page).open() },
  { title: "reports filtered out", reach: ({ page }) => new ReportsPage(page).open("?q=nothing") },
  {
    title: "new report",
    reach: async ({ page }) => {
      await new NewReportPage(page).open();
      await expect(new NewReportPage(page).nextSends()).toHaveCount(3);
    },
  },
  {
    title: "new report errors",
    reach: async ({ page }) => {
      const form = new NewReportPage(page);
      await form.open();
      await form.frequency("Monthly").check();
      await form.time().fill("");
      await form.save().click();
      await expect(page.getByRole("alert", { name: "3 fields need attention" })).toBeVisible();
    },
  },
  { title: "report", reach: ({ page, id }) => new ReportPage(page).open(id) },
  {
    title: "report downloaded",
    reach: async ({ page, id }) => {
      const report = new ReportPage(page);
      await report.open(id);
      await report.take("CSV");
      await expect(report.standing()).toContainText("is ready");
    },
  },
  { title: "report settings", reach: ({ page, id }) => new ReportPage(page).open(id, "?tab=settings") },
  {
    title: "report deleting",
    reach: async ({ page, id }) => {
      const report = new ReportPage(page);
      await report.open(id, "?tab=settings");
      await report.delete().click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  { title: "report not found", reach: ({ page }) => new ReportPage(page).open("report-nonsense") },
  { title: "report file gone", reach: ({ page }) => new ReportPage(page).openFile("download-nonsense") },
];
const emptyStates: State<Known>[] = [
  { title: "reports none yet", reach: ({ page }) => new ReportsPage(page).open() },
];
const refusedStates = (plan: Plan): State<Known>[] => [
  { title: `reports refused ${plan}`, reach: ({ page }) => new ReportsPage(page).open() },
  { title: `new report refused ${plan}`, reach: ({ page }) => new NewReportPage(page).open() },
  {
    title: `report file refused ${plan}`,
    reach: ({ page }) => new ReportPage(page).openFile("download-nonsense"),
  },
];

test("no page of reports has an accessibility fault in any state @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  test.slow();
  page.on("dialog", (dialog) => dialog.accept());
  await signIn(workspace.admin);
  await visit(emptyStates, { page, id: "" });
  await visit(states, { page, id: await fillReports(workspace) });
});

for (const plan of ["CORE", "COMPLETE"] as const)
  test(`no page of reports that refuses access has an accessibility fault: ${plan} @phone`, async ({
    page,
    signIn,
  }) => {
    await signIn(await createPerson(await createWorkspace(plan), "USER"));
    await visit(refusedStates(plan), { page, id: "" });
  });
