import { type Ctx, ctxFor } from "@/server/access/ctx";
import type { ApiError } from "@/server/kernel/errors";
import type { Services } from "@/server/kernel/services";
import type { GrantAdmission } from "@/server/oauth/grants/admit";
import type { JsonRpcMessage } from "./messages";

/** What is known of a request to the MCP server; later steps fill in what they found, for the log. */
export interface Exchange {
  services: Services;
  request: Request;
  requestId: string;
  /** The page that asks, where one may. */
  origin?: string | null;
  admission?: GrantAdmission;
  messages?: readonly JsonRpcMessage[];
  /** The body of an answer that let nothing through. */
  refused?: string | null;
  /** What a tool refused: the answer's status is 200 all the same, since the model has to read it. */
  refusal?: ApiError;
}

/** A request that was let in. */
export type AdmittedExchange = Exchange & { admission: GrantAdmission };

/** What verbs take, for the person whose app asks. */
export const ctxOf = ({ services, admission, requestId }: AdmittedExchange): Ctx =>
  ctxFor(services, admission.actor, requestId);
