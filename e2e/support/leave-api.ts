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

/** The next Monday at least so many days ahead, and the days after it, `YYYY-MM-DD`. */
export function comingMonday(inDays = 21): (after: number) => string {
  const day = 24 * 3600 * 1000;
  const start = Date.now() + inDays * day;
  const monday = start + ((8 - new Date(start).getUTCDay()) % 7) * day;
  return (after) => new Date(monday + after * day).toISOString().slice(0, 10);
}
