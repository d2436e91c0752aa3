import { enterpriseUserSchema } from "@/drizzle/schema/values";
import { invalidValue } from "./scim-error";

/** A user as a directory describes it, with RFC 7643's names; `active` is kept as the person's status. */
export interface ProvisionedUser {
  userName: string;
  externalId?: string;
  active?: boolean;
  displayName?: string;
  title?: string;
  name?: { formatted?: string; givenName?: string; familyName?: string };
  emails?: { value?: string; type?: string; primary?: boolean }[];
  [enterpriseUserSchema]?: {
    employeeNumber?: string;
    department?: string;
    manager?: { value?: string };
  };
}

/** @throws ScimError `invalidValue` when what every user has is missing */
export function asUser(read: Record<string, unknown>): ProvisionedUser {
  if (typeof read.userName !== "string" || read.userName.trim() === "")
    throw invalidValue("userName is required.");
  return read as unknown as ProvisionedUser;
}

/** The name to show: as the directory formats it, else put together, else the part of the name for signing in before its `@`. */
export function nameOf({ displayName, name, userName }: ProvisionedUser): string {
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(" ");
  return (displayName ?? name?.formatted ?? parts).trim() || (userName.split("@")[0] ?? userName);
}

/** The address: the primary one, else the one for work, else the first; else the name for signing in, where that is an address. */
export function emailOf({ emails = [], userName }: ProvisionedUser): string {
  const withValue = emails.filter(({ value }) => value);
  const chosen =
    withValue.find(({ primary }) => primary) ??
    withValue.find(({ type }) => type?.toLowerCase() === "work") ??
    withValue[0];
  return chosen?.value ?? userName;
}

export const employeeNumberOf = (user: ProvisionedUser | null): string | null =>
  user?.[enterpriseUserSchema]?.employeeNumber ?? null;
export const managerOf = (user: ProvisionedUser | null): string | null =>
  user?.[enterpriseUserSchema]?.manager?.value ?? null;
