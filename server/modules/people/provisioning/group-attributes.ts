import { decodeId, encodeId } from "@/server/kernel/schema";
import type { GroupRow } from "./present";
import { invalidValue } from "./scim-error";

/** A group as a directory describes it, with RFC 7643's names. */
export interface ProvisionedGroup {
  displayName: string;
  externalId?: string;
  members?: { value?: string; type?: string; $ref?: string }[];
}

/** @throws ScimError `invalidValue` when what every group has is missing, or a group is in it */
export function asGroup(read: Record<string, unknown>): ProvisionedGroup {
  const { displayName, members = [] } = read as Partial<ProvisionedGroup>;
  if (typeof displayName !== "string" || displayName.trim() === "")
    throw invalidValue("displayName is required.");
  if (members.some(isGroup))
    throw invalidValue("A group can't be a member of a group: send its people instead.");
  return read as unknown as ProvisionedGroup;
}

const isGroup = ({ value = "", type = "", $ref = "" }: NonNullable<ProvisionedGroup["members"]>[number]) =>
  type.toLowerCase() === "group" || decodeId("group", value) !== null || /\/groups\//i.test($ref);

/** The ids of the members, each once; a value that is no person's id is left out (decision 2.26). */
export const memberIdsOf = ({ members = [] }: ProvisionedGroup): string[] => [
  ...new Set(members.flatMap(({ value }) => decodeId("user", value ?? "") ?? [])),
];

/** The group as the directory described it; the interpreter of PATCH works on it. */
export const groupOf = ({ displayName, externalId, memberIds }: GroupRow): ProvisionedGroup => ({
  displayName,
  ...(externalId !== null && { externalId }),
  members: (memberIds ?? []).map((id) => ({ value: encodeId("user", id) })),
});
