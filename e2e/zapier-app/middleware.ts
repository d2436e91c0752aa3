import { type AfterResponseMiddleware, type BeforeRequestMiddleware, errors } from "zapier-platform-core";
import { addresses } from "./addresses";

/** The refusal and its resolution, in Timeaway's words: v2's error format, or OAuth's. */
export function faultOf(body: unknown): string {
  const { error, error_description } = (body ?? {}) as Record<string, unknown>;
  if (typeof error_description === "string") return error_description;
  const { description, resolution } = (error ?? {}) as Record<string, unknown>;
  const texts = [description, resolution].filter((text) => typeof text === "string");
  return texts.length > 0 ? texts.join(" ") : "Timeaway couldn't answer. Try again.";
}

/** Adds the access token, for Timeaway's own addresses only. */
export const addToken: BeforeRequestMiddleware = (request, _z, bundle) => {
  const token = bundle?.authData.access_token;
  const isOurs = request.url.startsWith(addresses.hooks()) || request.url === addresses.mcp();
  if (token && isOurs) request.headers = { ...request.headers, authorization: `Bearer ${token}` };
  return request;
};

/** 401 never reaches this: Zapier refreshes the token, and retries. */
export const explainFault: AfterResponseMiddleware = (response) => {
  if (response.status < 400 || response.skipThrowForStatus) return response;
  throw new errors.Error(faultOf(response.data), "refused", response.status);
};
