import type { Endpoint } from "@/server/transport/endpoint";

/** An operation's name in the client: `leaves.request`. */
export interface ClientName {
  resource: string;
  verb: string;
}

/** Verbs by operationId, where dropping the noun leaves a poor verb. */
const chosen: Readonly<Record<string, string>> = {
  updateUsers: "updateMany",
  previewLeavePolicies: "previewPolicies",
  getWallchart: "listWallchart",
  listBalancesOfUsers: "listForUsers",
  listReportOccurrences: "listOccurrences",
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** "Leave types" as LeaveTypes. */
const pascalOf = (tag: string): string =>
  tag
    .split(" ")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

/** The operationId without the resource's own noun: `requestLeave` of Leaves is `request`. */
function verbOf({ operationId, tag }: Endpoint): string {
  const plural = pascalOf(tag);
  const noun = [plural, plural.replace(/s$/, "")].find((name) => operationId.includes(name));
  return chosen[operationId] ?? (noun ? operationId.replace(noun, "") : operationId);
}

const nameOf = (endpoint: Endpoint): ClientName => ({
  resource: lowerFirst(pascalOf(endpoint.tag)),
  verb: verbOf(endpoint),
});

/**
 * The client's names by operationId, from tag and operationId.
 * @throws when two operations would share a name: add a line to the table above
 */
export function clientNames(endpoints: readonly Endpoint[]): Map<string, ClientName> {
  const names = new Map<string, ClientName>();
  const taken = new Map<string, string>();
  for (const endpoint of endpoints) {
    const { operationId } = endpoint;
    // The client speaks JSON: a file is sent and saved with `fetch`.
    if (endpoint.upload || endpoint.download) continue;
    const name = nameOf(endpoint);
    const path = `${name.resource}.${name.verb}`;
    const other = taken.get(path);
    if (other)
      throw new Error(
        `${operationId} and ${other} would both be ${path} in the client: choose a verb for one of them in server/api/client/names.ts.`,
      );
    taken.set(path, operationId);
    names.set(operationId, name);
  }
  for (const operationId of Object.keys(chosen))
    if (!names.has(operationId))
      throw new Error(`server/api/client/names.ts names ${operationId}, which no endpoint has.`);
  return names;
}
