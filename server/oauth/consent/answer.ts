import { and, eq, gt, isNull } from "drizzle-orm";
import { oauthRequests } from "@/drizzle/schema/oauth";
import { type Ctx, ctxFor, inTransaction } from "@/server/access/ctx";
import type { SignedIn } from "@/server/access/signed-in";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import type { Client } from "../clients/find-client";
import { isWriteScope } from "../scopes";
import { wayBack } from "../way-back";
import { grantable, loadAppRules, mayConnect } from "./app-rules";
import { approve } from "./approve";
import { bindAuthorizationToUser } from "./bind";
import { isConsentToken } from "./consent-token";
import { findRequest, grantedScopes, refusalOf, type StoredRequest, stillRegistered } from "./find-request";
import { isRecentEnough, mustSignInAgain } from "./fresh-sign-in";
import { lockClient, lockSession } from "./lock";
import type { Answered } from "./states";

/** A user's answer to a request. */
export interface ConsentAnswer {
  /** The page's `session` parameter. */
  session: string;
  /** The browser's cookie; null when it has none. */
  browser: string | null;
  user: SignedIn;
  allow: boolean;
  /** The form's token. */
  token: string;
  requestId: string;
}

/** Marks a request answered. The guarded UPDATE decides: of concurrent submits exactly one passes. */
async function claim(ctx: Ctx, request: StoredRequest, browser: string, user: SignedIn): Promise<boolean> {
  const claimed = await ctx.db
    .update(oauthRequests)
    .set({ answeredAt: ctx.now() })
    .where(
      and(
        eq(oauthRequests.id, request.id),
        isNull(oauthRequests.answeredAt),
        gt(oauthRequests.expiresAt, ctx.now()),
        eq(oauthRequests.browserHash, sha256(browser)),
        eq(oauthRequests.workspaceId, user.actor.workspaceId),
        eq(oauthRequests.userId, user.user.id),
      ),
    )
    .returning({ id: oauthRequests.id });
  return claimed.length > 0;
}

async function settle(
  ctx: Ctx,
  found: { request: StoredRequest; client: Client },
  { browser, user, allow }: { browser: string; user: SignedIn; allow: boolean },
): Promise<Answered> {
  const { request } = found;
  return inTransaction(ctx, async (inside) => {
    const client = await lockClient(inside, found.client);
    if (!client || !stillRegistered(client, request)) return { state: "client-gone" };
    const held = await lockSession(inside, user);
    if (!held || !isRecentEnough(request, held)) return { state: "signed-out" };
    if (!(await mayConnect(inside.db, user.actor.workspaceId, client, held.rules)))
      return { state: "app-not-allowed" };
    if (!(await claim(inside, request, browser, user))) return { state: "answered" };
    const scopes = allow ? grantable(request.scopes, held.rules) : [];
    const parameter =
      scopes.length > 0
        ? ([
            "code",
            await approve(
              inside,
              { request, client, scopes, visibility: held.rules.visibility },
              user,
              held.authenticatedAt,
            ),
          ] as const)
        : (["error", "access_denied"] as const);
    return {
      state: "redirect",
      location: wayBack(ctx.services.settings, request, parameter),
      clientName: client.name,
    };
  });
}

/**
 * Allow or Deny. Single use, and only for the browser and user that the request is bound to.
 * @returns the browser's redirect, or why nothing was done
 */
export async function answerAuthorization(services: Services, answer: ConsentAnswer): Promise<Answered> {
  const { session, browser, user } = answer;
  const found = await findRequest(services.db, session);
  if (!found) return { state: "expired" };
  const refused = refusalOf(found.request, found.client, { browser, user }, services.clock());
  if (refused) return { state: refused };
  const { request, client } = found;
  if (!client || browser === null) return { state: "client-gone" };
  if (!isConsentToken(services, answer.token, { requestId: request.id, browser, user }))
    return { state: "forged" };
  const ctx = ctxFor(services, user.actor, answer.requestId);
  return settle(ctx, { request, client }, { browser, user, allow: answer.allow });
}

/** Whether the workspace withholds a requested scope, which the user has to see. */
async function isCut({ db }: Services, { scopes }: StoredRequest, { actor }: SignedIn): Promise<boolean> {
  return grantable(scopes, await loadAppRules(db, actor.workspaceId)).length < scopes.length;
}

/** Whether a client requires the page: for renewed consent, or for another account (OpenID Connect Core, 3.1.2.1). */
const wantsPage = ({ prompts }: StoredRequest): boolean =>
  prompts.includes("consent") || prompts.includes("select_account");

/**
 * Continues without a page: a confidential client whose granted scopes cover the request and whose redirect is https (decision 3.7).
 * The page calls it when a signed-in user arrives.
 * @returns null when the page must be shown
 */
export async function continueAuthorization(
  services: Services,
  arrival: Pick<ConsentAnswer, "session" | "browser" | "user" | "requestId">,
): Promise<string | null> {
  const { session, browser, user } = arrival;
  const found = await findRequest(services.db, session);
  if (!found?.client?.isConfidential || browser === null) return null;
  const { request, client } = found;
  if (refusalOf(request, client, { browser, user }, services.clock())) return null;
  if (!/^https:/i.test(request.redirectUri) || wantsPage(request)) return null;
  if (await mustSignInAgain(services.db, request, user)) return null;
  const granted = await grantedScopes(services.db, user, client.id, services.clock());
  if (!request.scopes.every((scope) => granted.has(scope))) return null;
  if (request.scopes.some(isWriteScope) && (await isCut(services, request, user))) return null;
  if (request.userId === null) await bindAuthorizationToUser(services, request.id, user);
  const ctx = ctxFor(services, user.actor, arrival.requestId);
  const answered = await settle(ctx, { request, client }, { browser, user, allow: true });
  return answered.state === "redirect" ? answered.location : null;
}
