import type { Settings } from "@/server/kernel/env";
import { appendParameters } from "./redirect-uri";

/** Errors that go back to the client (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6). */
export type ReturnedError =
  | "access_denied"
  | "invalid_request"
  | "request_not_supported"
  | "request_uri_not_supported"
  | "login_required"
  | "consent_required"
  | "interaction_required";

/** The client's result: a code, or an error. */
export type Outcome = readonly ["code", string] | readonly ["error", ReturnedError];

/** The redirect back to the client, with `state` unchanged and `iss` (RFC 9207). */
export const wayBack = (
  { issuerUrl }: Settings,
  { redirectUri, state }: { redirectUri: string; state: string },
  [name, value]: Outcome,
): string =>
  appendParameters(redirectUri, [
    [name, value],
    ["state", state],
    ["iss", encodeURIComponent(issuerUrl)],
  ]);
