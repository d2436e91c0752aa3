import type { Endpoint } from "@/server/transport/endpoint";
import { type ClientDocument, describedIn, queryOf } from "./document";
import { type ClientName, clientNames } from "./names";

/** An endpoint and its name in the client. */
export interface Named extends ClientName {
  endpoint: Endpoint;
}

/** Operations by resource, in the order of the records. */
export function byResource(endpoints: readonly Endpoint[]): Map<string, Named[]> {
  const names = clientNames(endpoints);
  const resources = new Map<string, Named[]>();
  for (const endpoint of endpoints) {
    const name = names.get(endpoint.operationId);
    if (!name) continue;
    resources.set(name.resource, [...(resources.get(name.resource) ?? []), { ...name, endpoint }]);
  }
  return resources;
}

/**
 * What the runtime needs of an operation: method, path with a star for each id, and flags. `q` takes a query, `b` a body, `p` is paged,
 * `k` takes an Idempotency-Key, `s` changes nothing, `d` is a document outside the envelope.
 */
function lineOf(endpoint: Endpoint, document: ClientDocument): string {
  const { method, path, list, write, body } = endpoint;
  const query = queryOf(describedIn(document, endpoint));
  const letters = [
    query.length > 0 && "q",
    body && "b",
    list === "paged" && "p",
    write?.idempotent && "k",
    !write && "s",
    endpoint.document && "d",
  ];
  return `${method} ${path.replace("/v2/", "").replaceAll(/\{[^}]+\}/g, "*")} ${letters.filter(Boolean).join("")}`;
}

/** The file of the operation table. */
export function tableText(endpoints: readonly Endpoint[], document: ClientDocument): string {
  const resources = [...byResource(endpoints)].map(([resource, operations]) => {
    const lines = operations.map(
      ({ verb, endpoint }) => `    ${verb}: ${JSON.stringify(lineOf(endpoint, document))},\n`,
    );
    return `  ${resource}: {\n${lines.join("")}  },\n`;
  });
  return [
    "/** Every operation: method, path with a star for each id, and letters that `call.ts` explains. */\n",
    "export const table: Readonly<Record<string, Readonly<Record<string, string>>>> = {\n",
    ...resources,
    "};\n",
  ].join("");
}
