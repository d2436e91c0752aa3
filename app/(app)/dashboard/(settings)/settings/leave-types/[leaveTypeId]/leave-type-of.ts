import { cache } from "react";
import { load } from "@/app/_kit/page/load";
import { caller } from "@/app/_trpc/server";
import type { TrpcErrorBody } from "@/server/transport/trpc-error";

/** Cached per request: the page's title needs it, too. */
export const leaveTypeOf = cache((id: string) => load(caller().leaveTypes.get({ id })));

/** Whether the record does not exist. An id in another format names nothing either. */
export const isMissing = (error: TrpcErrorBody | undefined): boolean =>
  error?.code === "RESOURCE_NOT_FOUND" || error?.code === "VALIDATION_ERROR";
