import { callApi } from "./api";
import { createKey, type Workspace } from "./operator";

/** Creates a key of the workspace's administrator, without the pages. @returns it, with a leave type that everyone may take */
export async function createLeaveType(
  workspace: Workspace,
  name: string,
  policy: object = {},
): Promise<{ key: string; id: string }> {
  const { plain } = await createKey(workspace.admin, `Maker of ${name}`);
  const [location] = await callApi<{ id: string }[]>(plain, "GET", "/v2/locations");
  const { id } = await callApi<{ id: string }>(plain, "POST", "/v2/leave-types", {
    name,
    color: "3b82f6",
    policies: [{ locationId: location?.id, yearlyQuota: 25, ...policy }],
  });
  return { key: plain, id };
}

/**
 * The next Monday at least so many days ahead, and the days after it, `YYYY-MM-DD`. It and four weeks after it are of one calendar year, so
 * that leave of those days is of one accounting year on whatever day the tests run.
 */
export function comingMonday(inDays = 21): (after: number) => string {
  const day = 24 * 3600 * 1000;
  const mondayFrom = (start: number) => start + ((8 - new Date(start).getUTCDay()) % 7) * day;
  const soon = mondayFrom(Date.now() + inDays * day);
  const year = new Date(soon).getUTCFullYear();
  const isOfOneYear = new Date(soon + 28 * day).getUTCFullYear() === year;
  const monday = isOfOneYear ? soon : mondayFrom(Date.UTC(year + 1, 0, 8));
  return (after) => new Date(monday + after * day).toISOString().slice(0, 10);
}
