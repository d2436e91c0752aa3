import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { AuditLogPage } from "../pages/audit-log.page";
import { withDatabase } from "../support/age";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, createPerson, type Workspace } from "../support/operator";
import { type State, visit } from "../support/visit-states";

const settings = "/dashboard/settings";
const monday = comingMonday();
const nextYear = new Date().getUTCFullYear() + 1;

const row = (page: Page, table: string, name: RegExp) =>
  page.getByRole("table", { name: table }).getByRole("row", { name });

/** Bo has two days of vacation booked. */
async function cast(workspace: Workspace) {
  const { id: leaveTypeId, key } = await createLeaveType(workspace, "Vacation", { approvalRequired: false });
  const bo = await createPerson(workspace, "USER");
  const { plain } = await createKey(bo, "Own");
  await callApi(plain, "POST", "/v2/leaves", { leaveTypeId, startDate: monday(0), endDate: monday(1) });
  return { bo, key, leaveTypeId };
}

test("an administrator adds a location with the public holidays of its country, and deletes it", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  await page.goto(`${settings}/locations`);
  await page.getByRole("link", { name: "Add location" }).click();
  await page.getByRole("button", { name: "Add location" }).click();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription("Enter a name.");
  await page.getByLabel("Name").fill("Munich");
  await page.getByRole("checkbox", { name: "Friday" }).uncheck();
  await page.getByRole("button", { name: "Add location" }).click();
  await expect(row(page, "Locations", /Munich/)).toContainText("Mon – Thu");

  await page.getByRole("link", { name: "Public holidays" }).click();
  await page.getByRole("combobox", { name: "Location" }).selectOption({ label: "Munich" });
  await expect(page).toHaveURL(/location=/);
  await page.getByRole("link", { name: "Import holidays" }).click();
  await page.getByLabel("Country").selectOption("DE");
  await page.getByLabel("State or province").selectOption("BY");
  await page.getByRole("checkbox", { name: String(nextYear - 1), exact: true }).uncheck();
  const proposal = (name: string) => page.getByRole("checkbox", { name });
  await expect(proposal("Corpus Christi")).toBeChecked();
  await expect(proposal("Christmas Eve")).not.toBeChecked();
  await expect(proposal("Christmas Eve")).toHaveAccessibleDescription(/Half day/);
  await proposal("Christmas Eve").check();
  await page.getByRole("button", { name: "Add 13 holidays" }).click();
  await expect(row(page, "Public holidays", /Christmas Eve/)).toContainText("Half day");
  const location = new URL(page.url()).searchParams.get("location");
  await page.goto(`${settings}/holidays/import?country=DE&state=BY&years=${nextYear}&location=${location}`);
  await expect(proposal("Corpus Christi")).toBeDisabled();
  await page.goBack();
  await page.getByRole("button", { name: "Actions for holiday Christmas Eve" }).click();
  await page.getByRole("menuitem", { name: "Edit…" }).click();
  await page.getByRole("dialog").getByRole("checkbox", { name: "Half day" }).uncheck();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(row(page, "Public holidays", /Christmas Eve/)).toContainText("Whole day");

  await page.getByRole("link", { name: "Locations" }).click();
  await page.getByRole("table").getByRole("link", { name: "Munich" }).click();
  await page.getByRole("button", { name: "Delete location" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete location" }).click();
  await expect(page).toHaveURL(`${settings}/locations`);
  await expect(row(page, "Locations", /Munich/)).toHaveCount(0);
  await page.getByRole("table").getByRole("link").first().click();
  await expect(page.getByText("It's the default location.")).toBeVisible();
});

test("an administrator sets a department's approvers, a label's name, and a leave type's rules", async ({
  page,
  signIn,
  workspace,
}) => {
  const { bo } = await cast(workspace);
  await signIn(workspace.admin);
  await page.goto(`${settings}/departments/new`);
  await page.getByLabel("Name").fill("Field");
  await page.getByRole("combobox", { name: "Approvers", exact: true }).click();
  await page.getByRole("dialog").getByRole("combobox").fill(bo.name);
  await page.getByRole("option", { name: bo.name }).click();
  await expect(page.getByRole("list", { name: "Approvers" }).first()).toContainText(bo.name);
  await page.getByRole("button", { name: "Add department" }).click();
  await expect(row(page, "Departments", /Field/)).toContainText(bo.name);

  await page.getByRole("link", { name: "Labels", exact: true }).click();
  await page.getByRole("button", { name: "Add label" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("On call");
  await page.getByRole("dialog").getByRole("button", { name: "Add label" }).click();
  await page.getByRole("button", { name: "Actions for label On call" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete label" }).click();
  await expect(page.getByRole("heading", { name: "No labels yet" })).toBeVisible();

  await page.getByRole("link", { name: "Leave types" }).click();
  await page.getByRole("link", { name: /^Vacation in .*25 days/ }).click();
  const effect = page.getByRole("region", { name: "What this does" });
  await expect(effect).toContainText("1 upcoming leave");
  await page.getByRole("textbox", { name: "Days a year" }).fill("0,5");
  await expect(effect).toContainText(`${bo.name}: 1.5 days missing`);
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByRole("textbox", { name: "Days a year" })).toHaveAccessibleDescription(
    /wouldn't have enough days/,
  );
  await page.getByRole("textbox", { name: "Days a year" }).fill("28");
  await expect(effect).toContainText("stays covered");
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByRole("link", { name: /^Vacation in .*28 days/ })).toBeVisible();
  await page.getByRole("link", { name: "Audit log" }).click();
  await new AuditLogPage(page).changes("Changed leave type").first().click();
  await expect(page.getByRole("term").filter({ hasText: ": Days a year" })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "25" })).toContainText(/25.*28/);
});

/** Backdates the workspace's audit log by three years. */
const longAgo = ({ id }: Workspace) =>
  withDatabase(
    (sql) =>
      sql`update audit_events set at = at - interval '3 years' where workspace_id = ${id.replace(/^workspace-/, "")}`,
  );

/** "How long data is kept", with a shorter retention of the audit log that deletes some of it. */
async function shorten(page: Page) {
  await page.goto(`${settings}/retention`);
  await page.getByRole("combobox", { name: "Audit log" }).selectOption("2 years");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alertdialog")).toContainText(/\d+ entr(y|ies) of the audit log/);
}

test("an administrator shortens the retention of the audit log, after reading how much that deletes", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Vacation");
  await longAgo(workspace);
  await signIn(workspace.admin);
  await shorten(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Save and delete" }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Saved");
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Audit log" })).toHaveValue("2");
});

type Known = { page: Page; leaveTypeId: string; locationId: string };
const go =
  (path: string) =>
  ({ page }: Known) =>
    page.goto(`${settings}/${path}`);
const states: State<Known>[] = [
  { title: "locations", reach: go("locations") },
  {
    title: "location form wrong",
    reach: async ({ page }) => {
      await page.goto(`${settings}/locations/new`);
      await page.getByRole("radio", { name: "On a day of the year" }).check();
      await page.getByRole("button", { name: "Add location" }).click();
      await expect(page.getByText("Enter a name.")).toBeVisible();
    },
  },
  { title: "departments", reach: go("departments") },
  { title: "department form", reach: go("departments/new") },
  {
    title: "label dialog",
    reach: async ({ page }) => {
      await page.goto(`${settings}/labels`);
      await page.getByRole("button", { name: "Add label" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { title: "holidays none", reach: go("holidays") },
  { title: "holidays to import", reach: go(`holidays/import?country=GB&state=ENG&years=${nextYear}`) },
  { title: "leave types", reach: go("leave-types") },
  { title: "retention", reach: go("retention") },
  { title: "retention to shorten", reach: ({ page }) => shorten(page) },
  {
    title: "leave type",
    reach: ({ page, leaveTypeId }) => page.goto(`${settings}/leave-types/${leaveTypeId}`),
  },
  {
    title: "policy that takes days away",
    reach: async ({ page, leaveTypeId, locationId }) => {
      await page.goto(`${settings}/leave-types/${leaveTypeId}/${locationId}`);
      await page.getByRole("textbox", { name: "Days a year" }).fill("0");
      await expect(page.getByRole("note")).toContainText("wouldn't have enough days");
    },
  },
];

test("no page of the workspace's settings has an accessibility fault in any state @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  test.slow();
  const { key, leaveTypeId } = await cast(workspace);
  const [location] = await callApi<{ id: string }[]>(key, "GET", "/v2/locations");
  await longAgo(workspace);
  await signIn(workspace.admin);
  await visit(states, { page, leaveTypeId, locationId: location?.id ?? "" });
});
