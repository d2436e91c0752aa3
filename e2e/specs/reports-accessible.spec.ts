import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { NewReportPage } from "../pages/new-report.page";
import { ReportPage } from "../pages/report.page";
import { ReportsPage } from "../pages/reports.page";
import { withDatabase } from "../support/age";
import { createPerson, createWorkspace, type Workspace } from "../support/operator";
import { createReport, fillBalances } from "../support/report-api";
import { accessible, narrow, type State, visit } from "../support/visit-states";

type Known = { page: Page; id: string };

/** Every state of every page of reports, each reached as a person would. */
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
];
const emptyStates: State<Known>[] = [
  { title: "reports none yet", reach: ({ page }) => new ReportsPage(page).open() },
];
const refusedStates: State<Known>[] = [
  { title: "reports refused", reach: ({ page }) => new ReportsPage(page).open() },
  { title: "new report refused", reach: ({ page }) => new NewReportPage(page).open() },
];

/** Reports in every condition, and one with every outcome in its history. @returns that one's id */
async function fill(workspace: Workspace): Promise<string> {
  await createReport(workspace, "A report with a name that needs more than one line on a phone", {
    recipients: ["a-rather-long-address.of-somebody@a-rather-long-domain.example.test", "b@example.test"],
    enabled: false,
    format: "XLSX",
  });
  const made = await createReport(workspace, "Balances");
  await fillBalances(made, "Ana Kovač");
  const reportId = made.id.replace("report-", "");
  await withDatabase(async (sql) => {
    const outcomes = [
      ["sent", null, null],
      ["partly_sent", null, "REFUSED"],
      ["failed", null, "UNKNOWN_OUTCOME"],
      ["skipped", "plan", null],
    ] as const;
    for (const [index, [status, reason, error]] of outcomes.entries()) {
      const [row] = await sql<{ id: string; workspace_id: string }[]>`
        insert into scheduled_report_occurrences (workspace_id, id, report_id, local_date, due_at, status, is_late, skip_reason,
          row_count, sent_at, created_at)
        select workspace_id, gen_random_uuid(), id, current_date - ${index + 1}::int, now() - ${index + 1} * interval '1 day',
          ${status}, ${index === 1}, ${reason}, ${reason ? null : 12_345}, ${index < 2 ? new Date() : null}, now()
        from scheduled_reports where id = ${reportId} returning id, workspace_id`;
      if (!row || status === "skipped") continue;
      await sql`insert into scheduled_report_dispatches (workspace_id, occurrence_id, address, id, status, error, error_detail)
        values (${row.workspace_id}, ${row.id}, 'hr@example.test', gen_random_uuid(), ${error ? "failed" : "sent"}, ${error},
          ${error && "550 5.1.1 No such user here, and a long explanation of it"}),
        (${row.workspace_id}, ${row.id}, 'payroll@example.test', gen_random_uuid(), ${status === "failed" ? "failed" : "sent"},
          ${status === "failed" ? error : null}, null)`;
    }
  });
  return made.id;
}

test("no page of reports has an accessibility fault in any state @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  test.slow();
  page.on("dialog", (dialog) => dialog.accept());
  await signIn(workspace.admin);
  await visit(emptyStates, { page, id: "" }, accessible);
  await visit(states, { page, id: await fill(workspace) }, accessible);
});

for (const plan of ["CORE", "COMPLETE"] as const)
  test(`no page of reports that refuses has an accessibility fault: ${plan} @phone`, async ({
    page,
    signIn,
  }) => {
    await signIn(await createPerson(await createWorkspace(plan), "USER"));
    await visit(refusedStates, { page, id: "" }, (shown, title) => accessible(shown, `${title} ${plan}`));
  });

test.describe("320 px @phone", () => {
  test.use({ viewport: { width: 320, height: 640 } });
  test.skip(({ isMobile }) => !isMobile, "A phone's width.");

  test("no page of reports scrolls sideways in any state", async ({ page, signIn, workspace }) => {
    test.slow();
    page.on("dialog", (dialog) => dialog.accept());
    await signIn(workspace.admin);
    await visit(states, { page, id: await fill(workspace) }, narrow);
  });
});
