import { createHmac } from "node:crypto";
import type { SignedIn } from "@/server/access/signed-in";
import { sameText } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";

/** The binding of a consent form: one request, seen by one user in one sign-in session of one browser. */
export interface ConsentBinding {
  /** Bare UUID of the request. */
  requestId: string;
  browser: string;
  user: SignedIn;
}

/** The form's CSRF token: no one else can make it, and it is valid nowhere else. */
export const consentToken = ({ settings }: Services, binding: ConsentBinding): string =>
  tokenWith(settings.sessionSecrets[0], binding);

function tokenWith(secret: string, { requestId, browser, user }: ConsentBinding): string {
  const bound = ["consent", requestId, browser, user.actor.workspaceId, user.user.id, user.sessionId];
  return createHmac("sha256", secret).update(JSON.stringify(bound)).digest("base64url");
}

export const isConsentToken = ({ settings }: Services, token: string, binding: ConsentBinding): boolean =>
  settings.sessionSecrets.some((secret) => sameText(token, tokenWith(secret, binding)));
