import { type AfterResponseMiddleware, type BeforeRequestMiddleware, errors } from "zapier-platform-core";
import { addresses } from "./addresses";

/** What was refused and what to do, in the words of Timeaway: v2's error format, or OAuth's. */
export function faultOf(body: unknown): string {
  const { error, error_description } = (body ?? {}) as Record<string, unknown>;
  if (typeof error_description === "string") return error_description;
  const { description, resolution } = (error ?? {}) as Record<string, unknown>;
  const told = [description, resolution].filter((text) => typeof text === "string");
  return told.length > 0 ? told.join(" ") : "Timeaway couldn't answer. Try again.";
}

/** The access token, for Timeaway's own addresses alone. */
export const addToken: BeforeRequestMiddleware = (request, _z, bundle) => {
  const token = bundle?.authData.access_token;
  const isOurs = request.url.startsWith(addresses.hooks()) || request.url === addresses.mcp();
  if (token && isOurs) request.headers = { ...request.headers, authorization: `Bearer ${token}` };
  return request;
};

/** 401 never comes here: Zapier refreshes the token, and asks again. */
export const explainFault: AfterResponseMiddleware = (response) => {
  if (response.status < 400 || response.skipThrowForStatus) return response;
  throw new errors.Error(faultOf(response.data), "refused", response.status);
};
