import { callApi } from "./api";
import { createKey, type Workspace } from "./operator";

/** Triggers events for webhooks. */
export async function addPeople(workspace: Workspace, ...names: string[]): Promise<void> {
  const { plain } = await createKey(workspace.admin, `Importer of ${names[0]}`);
  for (const name of names)
    await callApi(plain, "POST", "/v2/users", { name, email: `${crypto.randomUUID()}@example.test` });
}

/** Books a week of leave for the administrator. @returns the leave's id */
export async function takeLeave(workspace: Workspace): Promise<string> {
  const { plain } = await createKey(workspace.admin, "Leave");
  const [location] = await callApi<{ id: string }[]>(plain, "GET", "/v2/locations");
  const type = await callApi<{ id: string }>(plain, "POST", "/v2/leave-types", {
    name: "Vacation",
    color: "00aa55",
    policies: [{ locationId: location?.id, yearlyQuota: 25 }],
  });
  const time = { startDate: localDay(1), endDate: localDay(7), isFullDayLeave: true };
  const leave = { leaveTypeId: type.id, ...time };
  return (await callApi<{ id: string }>(plain, "POST", "/v2/leaves", leave)).id;
}

/** `YYYY-MM-DD` in the browser's zone. */
export const localDay = (daysFromNow: number): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(
    Date.now() + daysFromNow * 86_400_000,
  );
