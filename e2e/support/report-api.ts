import { callApi } from "./api";
import { createKey, type Workspace } from "./operator";

const common = {
  reportType: "LEAVE_BALANCES",
  timezone: "Europe/Berlin",
  hour: 9,
  minute: 0,
  format: "CSV",
  recipients: ["hr@example.test"],
  frequency: "WEEKLY",
  day: 1,
};

interface Made {
  id: string;
  key: string;
  locationId: string;
}

/** Creates a report of the workspace's administrator, without the pages. */
export async function createReport(workspace: Workspace, name: string, more: object = {}): Promise<Made> {
  const { plain: key } = await createKey(workspace.admin, `Maker of ${name}`);
  const [location] = await callApi<{ id: string }[]>(key, "GET", "/v2/locations");
  const locationId = location?.id ?? "";
  const { id } = await callApi<{ id: string }>(key, "POST", "/v2/scheduled-reports", {
    ...common,
    name,
    ...more,
  });
  return { id, key, locationId };
}

/** Creates a leave type for everyone, so that balances have rows, and a person of this name. */
export async function fillBalances({ key, locationId }: Made, name: string): Promise<void> {
  await callApi(key, "POST", "/v2/leave-types", {
    name: "Vacation",
    color: "00aa55",
    policies: [{ locationId, yearlyQuota: 25 }],
  });
  await callApi(key, "POST", "/v2/users", { name, email: `${crypto.randomUUID()}@example.test` });
}
