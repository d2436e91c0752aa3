import { encodeId } from "@/server/kernel/schema";
import type { PolicyDetails } from "./find-policy";

export const policyView = ({ holders, ...policy }: PolicyDetails) => ({
  ...policy,
  holders: holders.map(({ id, ...holder }) => ({ id: encodeId("user", id), ...holder })),
});
export type PolicyView = ReturnType<typeof policyView>;
