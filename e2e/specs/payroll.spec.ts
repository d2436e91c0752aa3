import { expect, test } from "../fixtures";
import { NewReportPage } from "../pages/new-report.page";
import { callApi } from "../support/api";
import { createLeaveType } from "../support/leave-api";
import { accessible } from "../support/visit-states";

/** The first Monday of the month before, `YYYY-MM-DD`. */
function mondayBefore(): string {
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  const day = 1 + ((8 - first.getUTCDay()) % 7);
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), day)).toISOString().slice(0, 10);
}

test("an administrator sets a pay period, writes a template, runs payroll twice and sees what changed @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  const { key, id: leaveTypeId } = await createLeaveType(workspace, "Vacation", { approvalRequired: false });
  const book = (date: string) =>
    callApi(key, "POST", "/v2/leaves", { leaveTypeId, startDate: date, endDate: date, isFullDayLeave: true });
  const monday = mondayBefore();
  await book(monday);
  await signIn(workspace.admin);

  await page.goto("/dashboard/settings/payroll");
  await expect(page.getByRole("heading", { name: "No location has a pay period yet" })).toBeVisible();
  await accessible(page, "payroll, no pay period");
  const [location] = await callApi<{ id: string }[]>(key, "GET", "/v2/locations");
  await page.goto(`/dashboard/settings/locations/${location?.id}`);
  await page.getByRole("radio", { name: "Every month" }).check();
  await expect(page.getByLabel("Last day of the period")).toHaveValue("31");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("saved", { exact: false }).first()).toBeVisible();
  await page.goto(`/dashboard/settings/leave-types/${leaveTypeId}`);
  await expect(page.getByRole("checkbox", { name: "In payroll runs" })).toBeChecked();
  await page.getByLabel("Wage code").fill("1200");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("saved", { exact: false }).first()).toBeVisible();

  await page.goto("/dashboard/settings/payroll");
  await expect(page.getByRole("heading", { name: "No payroll runs yet" })).toBeVisible();
  await page.getByRole("link", { name: "New template" }).click();
  await page.getByLabel("Name", { exact: true }).fill("For the accountant");
  await page.getByLabel("Separator").selectOption("Semicolon");
  await page.getByLabel("Decimal sign").selectOption("Comma: 2,5");
  await page.getByRole("button", { name: "Remove column Name" }).click();
  for (let place = 0; place < 2; place++)
    await page.getByRole("button", { name: "Move column Wage code up" }).click();
  const sample = page.getByRole("region", { name: "Sample as the file has it" });
  await expect(sample).toContainText(
    "Wage code;Employee ID;Kind;Leave type;First day;Last day;Days;Hours;Note",
  );
  await expect(sample).toContainText(`1200;;LEAVE;Vacation;${monday};${monday};1;8`);
  await accessible(page, "payroll, template with a sample");
  await page.getByRole("button", { name: "Create template" }).click();
  await expect(page.getByRole("link", { name: "For the accountant", exact: true })).toBeVisible();
  await accessible(page, "payroll, no runs");

  await page.getByRole("link", { name: "New payroll run" }).click();
  await expect(page.getByText("1 line for 1 person.")).toBeVisible();
  await page.getByLabel("Template").selectOption("For the accountant");
  await accessible(page, "payroll, new run with a preview");
  await page.getByRole("button", { name: "Make payroll run" }).click();
  await expect(page.getByRole("table", { name: "Lines" }).getByRole("row")).toHaveCount(2);
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^Payroll .*\.csv$/);
  await accessible(page, "payroll, a run");

  const tuesday = new Date(Date.parse(monday) + 24 * 3600 * 1000).toISOString().slice(0, 10);
  await book(tuesday);
  await page.goto("/dashboard/settings/payroll/new");
  await page.getByRole("button", { name: "Make payroll run" }).click();
  const changes = page.getByRole("table", { name: "Changes since run 1" });
  await expect(changes.getByRole("row")).toHaveCount(2);
  await expect(changes).toContainText("New");
  await accessible(page, "payroll, a later run with changes");
  await page.getByRole("button", { name: "Delete run …" }).click();
  await page.getByRole("button", { name: "Delete payroll run" }).click();
  await expect(page.getByRole("table", { name: "Payroll" }).getByRole("row")).toHaveCount(2);
  await accessible(page, "payroll, list");
});

test("payroll runs are sent by email: from a template to a scheduled report, once for each pay period", async ({
  page,
  signIn,
  workspace,
}) => {
  const { key } = await createLeaveType(workspace, "Vacation", { approvalRequired: false });
  const [location] = await callApi<{ id: string; name: string }[]>(key, "GET", "/v2/locations");
  await callApi(key, "PATCH", `/v2/locations/${location?.id}`, {
    payPeriod: { type: "MONTHLY", endsOn: 31 },
  });
  await callApi(key, "POST", "/v2/payroll-templates", {
    name: "For the accountant",
    columns: [{ field: "NAME", title: "Name" }],
  });
  await signIn(workspace.admin);
  await page.goto("/dashboard/settings/payroll");
  await page.getByRole("link", { name: "Send runs with template For the accountant by email" }).click();
  const form = new NewReportPage(page);
  await expect(form.content("Payroll run")).toBeChecked();
  await expect(form.format("CSV with semicolons")).toBeHidden();
  await expect(page.getByLabel("Template")).toHaveValue(/^payrollTemplate-/);
  await expect(page.getByLabel("Location")).toHaveValue(location?.id ?? "");
  await accessible(page, "a report of payroll runs");
  await form.name().fill("Pay day");
  await form.addAddress("office@example.com");
  await form.save().click();
  await expect(page.getByRole("heading", { name: "Pay day" })).toBeVisible();
  await expect(page.getByText("Each run has everyone at the location")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to payroll runs" })).toBeVisible();
  await accessible(page, "a scheduled report of payroll runs");
  await page.goto(`${page.url()}?tab=settings`);
  await form.content("Who is away").check();
  await expect(page.getByLabel("Template")).toBeHidden();
});
