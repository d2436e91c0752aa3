import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/trpc";
import { brokenAmong } from "@/server/modules/leave/rules/find-certificate-due";
import type { TrpcErrorBody } from "@/server/transport/trpc-error";

type Outputs = inferRouterOutputs<AppRouter>["approvals"];

/** A pending request as the pages show it. */
export type Request = Outputs["toDecide"]["items"][number];

/** Which words a decision has: consent to cancel or to change approved leave is not an approval. */
export const kindOf = ({ isCancelling, changes }: Pick<Request, "isCancelling" | "changes">) =>
  isCancelling ? ("cancelling." as const) : changes === null ? ("" as const) : ("changing." as const);

/** Whether there is something to look at before it is approved: it is not approved together with others. */
export const needsLook = ({ warnings, rules }: Pick<Request, "warnings" | "rules">): boolean =>
  warnings.length > 0 || brokenAmong(rules).length > 0;

/** The context of a decision about it. */
export type RequestContext = Outputs["context"][number];

/** The cursor of the next page of the queue. */
export type Place = NonNullable<Outputs["toDecide"]["next"]>;

/** Why a decision was refused. */
export type Refusal = TrpcErrorBody;
