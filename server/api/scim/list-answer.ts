import { maxResources, usualResources } from "@/server/modules/people/provisioning/policy";
import { ScimError } from "@/server/modules/people/provisioning/scim-error";

/** A list of resources (RFC 7644, 3.4.2). */
export const listAnswer = (resources: readonly unknown[], total: number, startIndex: number) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

function numberOf(query: URLSearchParams, name: string, usual: number): number {
  const text = query.get(name);
  if (text === null) return usual;
  if (!/^-?\d{1,9}$/.test(text)) throw new ScimError(400, "invalidValue", `${name} must be a number.`);
  return Number(text);
}

/** The page that a request asks for: a start below one is the first, and a count below zero none (RFC 7644, 3.4.2.4). */
export function pageOf(query: URLSearchParams): { startIndex: number; skip: number; take: number } {
  const startIndex = Math.max(1, numberOf(query, "startIndex", 1));
  const count = Math.max(0, numberOf(query, "count", usualResources));
  return { startIndex, skip: startIndex - 1, take: Math.min(count, maxResources) };
}
