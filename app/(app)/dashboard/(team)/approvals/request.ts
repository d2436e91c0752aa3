import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/trpc";
import type { TrpcErrorBody } from "@/server/transport/trpc-error";

type Outputs = inferRouterOutputs<AppRouter>["approvals"];

/** A pending request as the pages show it. */
export type Request = Outputs["toDecide"]["items"][number];

/** The context of a decision about it. */
export type RequestContext = Outputs["context"][number];

/** The cursor of the next page of the queue. */
export type Place = NonNullable<Outputs["toDecide"]["next"]>;

/** Why a decision was refused. */
export type Refusal = TrpcErrorBody;
