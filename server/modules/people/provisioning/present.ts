import { type AttributeTarget, attributeTargets } from "@/drizzle/schema/values";
import { encodeId } from "@/server/kernel/schema";
import type { MappedGroup } from "./find-groups";
import type { DirectoryAttributes } from "./get-attributes";
import type { Provisioning } from "./get-provisioning";
import type { ProvisionedUser } from "./user-attributes";

/** A group that a person is in. */
export interface GroupOfUser {
  id: string;
  name: string;
}

/** A person as the directory knows them. */
export interface ProvisionedRow {
  userId: string;
  attributes: Record<string, unknown>;
  isActive: boolean;
  groups: GroupOfUser[];
  createdAt: Date;
  updatedAt: Date;
}

/** The user as the directory described it, with its state here. */
export const userOf = ({ attributes, isActive }: ProvisionedRow): ProvisionedUser =>
  ({ ...attributes, active: isActive }) as unknown as ProvisionedUser;

/** A group as the directory knows it. */
export interface GroupRow {
  id: string;
  displayName: string;
  externalId: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  /** Their ids; null where they were not read. */
  memberIds: string[] | null;
}

/** Provisioning on the pages. A token is never shown again. */
export const provisioningView = ({ tokens, peopleCount, linkableCount }: Provisioning) => ({
  tokens: tokens.map(({ id, lastFour, createdAt, lastUsedAt, expiresAt }) => ({
    id: encodeId("provisioningToken", id),
    ...{ lastFour, createdAt, lastUsedAt, expiresAt },
  })),
  peopleCount,
  linkableCount,
});
export type ProvisioningView = ReturnType<typeof provisioningView>;

/** A group on the pages, with what it means here. */
export const groupView = ({
  id,
  kind,
  departmentId,
  departmentName,
  labelId,
  labelName,
  ...group
}: MappedGroup) => ({
  id: encodeId("group", id),
  ...group,
  kind: kind ?? ("NOTHING" as const),
  department:
    departmentId === null ? null : { id: encodeId("department", departmentId), name: departmentName ?? "" },
  label: labelId === null ? null : { id: encodeId("label", labelId), name: labelName ?? "" },
});
export type GroupView = ReturnType<typeof groupView>;

const kindOf = { LOCATION: "location", DEPARTMENT: "department", LABEL: "label" } as const;
const meaningId = (target: AttributeTarget, id: string): string => encodeId(kindOf[target], id);

/** Attributes of a directory on the pages: what decides, and the values that it sent. */
export const attributesView = ({ rules, observed }: DirectoryAttributes) => ({
  rules: attributeTargets.map((target) => ({
    target,
    attribute: rules[target].attribute,
    values: rules[target].values.map(({ value, id }) => ({ value, id: meaningId(target, id) })),
  })),
  observed: observed.map(({ attribute, values }) => ({
    attribute,
    values: values.map(({ value, peopleCount, sameName }) => ({
      ...{ value, peopleCount },
      hasName: attributeTargets.filter((target) => sameName[target] !== undefined),
    })),
  })),
});
export type AttributesView = ReturnType<typeof attributesView>;
