import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/trpc";
import type { TrpcErrorBody } from "@/server/transport/trpc-error";

type Outputs = inferRouterOutputs<AppRouter>["approvals"];

/** A request that waits, as the pages show it. */
export type Request = Outputs["toDecide"]["items"][number];

/** What a decision about it follows from. */
export type RequestContext = Outputs["context"][number];

/** Where the queue goes on. */
export type Place = NonNullable<Outputs["toDecide"]["next"]>;

/** Why a decision was not taken. */
export type Refusal = TrpcErrorBody;
