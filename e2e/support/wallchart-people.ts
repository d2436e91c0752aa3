import type { Page } from "@playwright/test";
import { withDatabase } from "./age";
import { callApi } from "./api";
import { createLeaveType } from "./leave-api";
import { addManyPeople } from "./many-people";
import type { Workspace } from "./operator";

/** The month in which the people of `fillWallchart` are absent. */
export const march = "?on=2027-03-10";

/** People, and the administrator's own leave: from the 8th to the 10th, approved, and on the 22nd, requested. */
export async function fillWallchart(workspace: Workspace, people: number): Promise<void> {
  const { key, id: leaveTypeId } = await createLeaveType(workspace, "Vacation");
  await createLeaveType(workspace, "Sick");
  await addManyPeople(workspace, people);
  const own = [
    { leaveTypeId, startDate: "2027-03-08", endDate: "2027-03-10", isFullDayLeave: true },
    { leaveTypeId, startDate: "2027-03-22", endDate: "2027-03-22", isFullDayLeave: true },
  ];
  for (const leave of own) await callApi(key, "POST", "/v2/leaves", leave);
  await withDatabase(
    (sql) => sql`update leaves set status = 'APPROVED' where start_date = '2027-03-08' and workspace_id =
      ${workspace.id.replace(/^workspace-/, "")} and user_id in (select id from users where email = ${workspace.admin.email})`,
  );
}

/** The name of the focused cell. */
export const focusedCell = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: cell } = document;
    return cell?.getAttribute("aria-label") ?? cell?.textContent ?? "";
  });
