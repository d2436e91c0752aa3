import { type Ctx, ctxFor } from "@/server/access/ctx";
import type { ApiError } from "@/server/kernel/errors";
import type { Services } from "@/server/kernel/services";
import type { GrantAdmission } from "@/server/oauth/grants/admit";
import type { ParsedRequest } from "@/server/transport/parsed-request";
import type { JsonRpcMessage } from "./messages";

/** The known facts of a request to the MCP server; later steps add what they find, for the log. */
export interface Exchange extends ParsedRequest {
  services: Services;
  requestId: string;
  /** The calling page's origin, if it is allowed. */
  origin?: string | null;
  admission?: GrantAdmission;
  messages?: readonly JsonRpcMessage[];
  /** The body of an error response, when no message was carried out. */
  refused?: string | null;
  /** A tool's refusal: the response's status is 200 all the same, since the model has to read it. */
  refusal?: ApiError;
}

/** An admitted request. */
export type AdmittedExchange = Exchange & { admission: GrantAdmission };

/** The verbs' context, for the app's user. All that the server says is English. */
export const ctxOf = ({ services, admission, requestId }: AdmittedExchange): Ctx =>
  ctxFor(services, admission.actor, requestId, "en");
