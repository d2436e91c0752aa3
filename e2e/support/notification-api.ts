import { callApi } from "./api";
import { createKey, type Workspace } from "./operator";

const common = {
  timezone: "Europe/Berlin",
  hour: 9,
  minute: 0,
  destinations: [{ platform: "email", addresses: ["team@example.test"] }],
};
const bodies = {
  DAILY: { ...common, frequency: "DAILY", sendOnDays: [1, 2, 3, 4, 5], groupBy: "TEAM", sendEmpty: true },
  WEEKLY: {
    ...common,
    frequency: "WEEKLY",
    day: 1,
    firstDayOfWeek: 1,
    currentWeek: true,
    groupBy: "NONE",
    sendEmpty: true,
  },
  BIRTHDAY: { ...common, frequency: "BIRTHDAY", sendOnNonWorkingDays: false },
};

export const notificationBody = (name: string, frequency: keyof typeof bodies, more: object = {}) => ({
  ...bodies[frequency],
  name,
  ...more,
});

/** Creates a notification of the workspace's administrator, without the pages. @returns its id */
export async function createNotification(
  workspace: Workspace,
  name: string,
  frequency: keyof typeof bodies,
  more: object = {},
): Promise<string> {
  const { plain } = await createKey(workspace.admin, "Maker of notifications");
  const body = notificationBody(name, frequency, more);
  return (await callApi<{ id: string }>(plain, "POST", "/v2/notifications", body)).id;
}
