import { callApi } from "./api";
import { comingMonday, createLeaveType } from "./leave-api";
import { decidePathOf, mailTo } from "./mailbox";
import { createKey, createPerson, type Workspace } from "./operator";

const monday = comingMonday();

/** Bo's request, with a mail to the workspace's administrator. */
export async function requestToDecide(workspace: Workspace) {
  const { type, key } = await askerIn(workspace);
  const dates = { startDate: monday(0), endDate: monday(2) };
  const leave = { leaveTypeId: type, ...dates, reason: "Hiking in the Alps" };
  const { id } = await callApi<{ id: string }>(key, "POST", "/v2/leaves", leave);
  const startDay = String(Number(dates.startDate.slice(8)));
  const mail = await mailTo(workspace.admin, `: ${startDay}`);
  const change = (patch: object) => callApi(key, "PATCH", `/v2/leaves/${id}`, patch);
  const statusOf = async () => (await callApi<{ status: string }>(key, "GET", `/v2/leaves/${id}`)).status;
  return { mail, path: decidePathOf(mail), change, statusOf, monday };
}

/** An employee who may request leave. */
async function askerIn(workspace: Workspace) {
  const { id: type } = await createLeaveType(workspace, "Vacation");
  const bo = await createPerson(workspace, "USER");
  return { type, key: (await createKey(bo, "Bo’s")).plain };
}
