import { encodeId } from "@/server/kernel/schema";
import type { Provisioning } from "./get-provisioning";
import type { ProvisionedUser } from "./user-attributes";

/** A person as the directory knows them. */
export interface ProvisionedRow {
  userId: string;
  attributes: Record<string, unknown>;
  isActive: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** The user as the directory described it, with its state here. */
export const userOf = ({ attributes, isActive }: ProvisionedRow): ProvisionedUser =>
  ({ ...attributes, active: isActive }) as unknown as ProvisionedUser;

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
