import { createHmac } from "node:crypto";
import type { SignedIn } from "@/server/access/signed-in";
import { sameText } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";

/** What a consent form is bound to: one request, seen by one person in one sign-in session of one browser. */
export interface ConsentBinding {
  /** Bare UUID of the request. */
  requestId: string;
  browser: string;
  user: SignedIn;
}

/** The form's proof against cross-site posts: nobody else can make it, and it fits nowhere else. */
export function consentToken({ settings }: Services, { requestId, browser, user }: ConsentBinding): string {
  const bound = ["consent", requestId, browser, user.actor.workspaceId, user.user.id, user.sessionId];
  return createHmac("sha256", settings.sessionSecret).update(JSON.stringify(bound)).digest("base64url");
}

export const isConsentToken = (services: Services, token: string, binding: ConsentBinding): boolean =>
  sameText(token, consentToken(services, binding));
