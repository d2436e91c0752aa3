import { encodeId } from "@/server/kernel/schema";
import type { PolicyDetails } from "./find-policy";
import type { PersonWithoutFactor } from "./list-people-without-factor";

export const policyView = ({ holders, ...policy }: PolicyDetails) => ({
  ...policy,
  holders: holders.map(({ id, ...holder }) => ({ id: encodeId("user", id), ...holder })),
});
export type PolicyView = ReturnType<typeof policyView>;

export const withoutFactorView = ({ id, ...person }: PersonWithoutFactor) => ({
  id: encodeId("user", id),
  ...person,
});
export type WithoutFactorView = ReturnType<typeof withoutFactorView>;
