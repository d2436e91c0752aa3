import { readXlsx } from "hucre/xlsx";
import { parseCsv } from "@/server/kernel/text/csv";
import { expect, test } from "../fixtures";
import { NewReportPage } from "../pages/new-report.page";
import { ReportPage } from "../pages/report.page";
import { ReportsPage } from "../pages/reports.page";
import { Shell } from "../pages/shell.page";
import { withDatabase } from "../support/age";
import { signedInElsewhere } from "../support/another-browser";
import { createPerson, createWorkspace } from "../support/operator";
import { createReport, fillBalances } from "../support/report-api";

test("a monthly report is planned from an empty list, with its next three sends @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const list = new ReportsPage(page);
  await list.open();
  await expect(page.getByRole("heading", { name: "No reports yet" })).toBeVisible();
  await expect(page).toHaveTitle(/^Scheduled reports – Open API/);
  await list.create().click();

  const form = new NewReportPage(page);
  await form.name().fill("Balances for payroll");
  await form.content("Leave balances").check();
  await form.format("CSV").check();
  await form.frequency("Monthly").check();
  await expect(form.day()).toHaveCount(0);
  await form.dayOfMonth().selectOption("Last day");
  await form.time().fill("07:15");
  await form.addAddress("payroll@example.test");
  await form.addAddress("hr@example.test");
  await expect(form.nextSends()).toHaveCount(3);
  await expect(form.nextSends().first()).toContainText(/(?:28|29|30|31) .+07:15/);
  await form.save().click();

  const report = new ReportPage(page);
  await expect(report.heading()).toHaveText("Balances for payroll");
  await expect(new Shell(page).notifications()).toContainText("Report Balances for payroll created");
  await expect(page.getByText("Nothing sent yet")).toBeVisible();
  await list.open();
  const row = list.row("Balances for payroll");
  for (const text of [
    "Leave balances, CSV",
    "On the last day of the month at 07:15",
    "Everyone",
    "payroll@example.test and 1 more",
    "Not yet",
    workspace.admin.name,
  ])
    await expect(row).toContainText(text);
});

test("a time is typed as text in any notation, and shown on a 24-hour clock", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const form = new NewReportPage(page);
  await form.open();
  await expect(form.time()).toHaveAttribute("type", "text");
  await form.time().fill("14.30");
  await form.time().blur();
  await expect(form.time()).toHaveValue("14:30");
  await form.time().fill("25:00");
  await form.save().click();
  await expect(form.time()).toHaveAccessibleDescription(/Enter a time/);
  await form.time().fill("9");
  await form.name().focus();
  await expect(form.time()).toHaveValue("09:00");
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("09:00");
});

test("422 the form reports errors at their fields, before and after asking the server", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const form = new NewReportPage(page);
  await form.open();
  await form.name().fill("<script>alert(1)</script>");
  await form.time().fill("");
  await form.save().click();
  await expect(form.name()).toBeFocused();
  await expect(form.name()).toHaveAccessibleDescription(/^The name can't look like HTML or script\./);
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("Complete the schedule");
  const summary = page.getByRole("alert", { name: "3 fields need attention" });
  await summary.getByRole("link", { name: "Add at least one email address." }).click();
  await expect(form.addresses()).toBeFocused();
  await form.name().fill("Weekly");
  await form.time().fill("09:00");
  // An invisible character.
  await form.addAddress("a\u200bna@example.test");
  await form.save().click();
  await expect(form.addresses()).toBeFocused();
  await expect(form.addresses()).toHaveAccessibleDescription(/isn't a valid email address\./);
});

test("a file is created and saved, CSV and XLSX; no cell starts a formula @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  const made = await createReport(workspace, "Balances");
  await fillBalances(made, "=1+1 Cruz");
  await signIn(workspace.admin);
  const report = new ReportPage(page);
  await report.open(made.id);
  const csv = await report.take("CSV");
  expect(csv.name).toMatch(/^Balances \d{4}-\d\d-\d\d\.csv$/);
  const names = (rows: unknown[][]) => rows.slice(1).map(([name]) => name);
  const rows = parseCsv(csv.content.toString());
  expect(rows[0]?.slice(0, 6)).toEqual([
    "Name",
    "E-mail",
    "Employee ID",
    "Department",
    "Location",
    "Leave type",
  ]);
  expect(names(rows)).toEqual(["'=1+1 Cruz", workspace.admin.name]);
  await expect(report.standing()).toContainText("is ready: 2 rows");

  await report.tab("Settings").click();
  await report.form.format("XLSX").check();
  await report.form.save().click();
  await expect(new Shell(page).notifications()).toContainText("Changes saved");
  await report.tab("History").click();
  const xlsx = await report.take("XLSX");
  expect(xlsx.name).toMatch(/\.xlsx$/);
  const book = await readXlsx(xlsx.content);
  expect(names(book.sheets[0]?.rows ?? [])).toEqual(["=1+1 Cruz", workspace.admin.name]);
});

test("a slow file shows its progress, survives a reload, and can be cancelled", async ({
  page,
  signIn,
  workspace,
}) => {
  const made = await createReport(workspace, "Away", { reportType: "WHO_IS_AWAY" });
  await signIn(workspace.admin);
  const report = new ReportPage(page);
  await report.open(made.id);
  await withDatabase((sql) =>
    sql.begin(async (held) => {
      await held`lock table leaves in access exclusive mode`;
      await report.start("CSV").click();
      await expect(report.progress()).toBeVisible();
      await expect(report.standing()).toHaveText("Reading …");
      await page.reload();
      await expect(report.progress()).toBeVisible();
      await report.cancel().click();
      await expect(report.standing()).toHaveText("Download cancelled.");
    }),
  );
  await expect(report.progress()).toHaveCount(0);
  expect((await report.take("CSV")).content.toString()).toContain("Name,E-mail");
});

test("the history lists sent reports, with their rows and recipients", async ({
  page,
  signIn,
  workspace,
}) => {
  const made = await createReport(workspace, "Balances");
  await fillBalances(made, "Ana Kovač");
  await withDatabase(
    (sql) =>
      sql`update scheduled_reports set next_date = current_date, next_due_at = now() - interval '10 minutes'
        where id = ${made.id.replace("report-", "")}`,
  );
  await signIn(workspace.admin);
  const report = new ReportPage(page);
  await report.open(made.id);
  await expect(async () => {
    await page.reload();
    await expect(report.history()).toContainText("1 of 1 sent", { timeout: 1000 });
  }).toPass();
  const row = report.history().getByRole("row").nth(1);
  for (const text of ["Sent", "Late", "2"]) await expect(row).toContainText(text);
  await new ReportsPage(page).open();
  await expect(new ReportsPage(page).row("Balances")).not.toContainText("Not yet");
});

test("pausing can be undone; deleting asks first, with the safe button focused", async ({
  page,
  signIn,
  workspace,
}) => {
  const { id } = await createReport(workspace, "Balances");
  await createReport(workspace, "Away", { reportType: "WHO_IS_AWAY" });
  await signIn(workspace.admin);
  const report = new ReportPage(page);
  await report.open(id, "?tab=settings");
  await report.enabled("Balances").uncheck();
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  await new Shell(page).notifications().getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Enabled", { exact: true })).toBeVisible();
  await report.delete().click();
  await expect(report.deleting("Balances").getByRole("button", { name: "Keep report" })).toBeFocused();
  await report.deleting("Balances").getByRole("button", { name: "Delete report" }).click();
  const list = new ReportsPage(page);
  await expect(list.row("Away")).toBeVisible();
  await expect(list.row("Balances")).toHaveCount(0);
  await list.content().selectOption("Leave requests");
  await expect(page.getByRole("heading", { name: "No reports match" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(list.row("Away")).toBeVisible();
  await report.open(id);
  await expect(report.heading()).toHaveText("Report not found");
});

test("403 gates in their order: the plan, the role, and what a location admin sees", async ({
  page,
  signIn,
  browser,
}) => {
  const core = await createWorkspace("CORE");
  const plain = await createPerson(core, "USER");
  await signIn(plain);
  const list = new ReportsPage(page);
  for (const path of ["", "/new", "/report-nonsense"]) {
    await list.open(path);
    await expect(list.notInYourPlan()).toBeVisible();
    await expect(page.getByRole("main")).toContainText("Scheduled reports are part of the Complete plan.");
    await expect(page.getByRole("main")).toContainText(core.admin.name);
    await expect(list.create()).toHaveCount(0);
  }

  const complete = await createWorkspace();
  const { id, locationId } = await createReport(complete, "Everywhere");
  const user = await createPerson(complete, "USER");
  const manager = await createPerson(complete, "LOCATION_ADMIN", "--location", locationId);
  await createReport(complete, "Here", { locationIds: [locationId] });
  const refused = new ReportsPage(await signedInElsewhere(browser, user));
  for (const path of ["", "/new", `/${id}`]) {
    await refused.open(path);
    await expect(refused.noAccess()).toBeVisible();
    await expect(refused.page.getByRole("main")).toContainText(
      "Only administrators and location admins can see scheduled reports.",
    );
  }
  const limited = new ReportsPage(await signedInElsewhere(browser, manager));
  await limited.open();
  await expect(limited.page.getByRole("main")).toContainText(
    "You see reports that cover only locations you manage.",
  );
  await expect(limited.row("Here")).toBeVisible();
  await expect(limited.row("Everywhere")).toHaveCount(0);
  const form = new NewReportPage(limited.page);
  await form.open();
  const checkbox = limited.page.getByRole("group", { name: "Locations" }).getByRole("checkbox");
  await expect(checkbox).toBeChecked();
  await checkbox.uncheck();
  await form.name().fill("Mine");
  await form.addAddress("me@example.test");
  await form.save().click();
  await expect(limited.page.getByRole("group", { name: "Locations" })).toHaveAccessibleDescription(
    "Choose at least one of the locations you manage.",
  );
});
