import type { SignedIn } from "@/server/access/signed-in";
import type { Services } from "@/server/kernel/services";
import { clientIdOf, hostOf } from "../clients/client-id";
import type { Client } from "../clients/find-client";
import { redirectTarget } from "../redirect-uri";
import { writeScopes } from "../scopes";
import { type ReturnedError, wayBack } from "../way-back";
import { type AppRules, grantable, loadAppRules, mayConnect } from "./app-rules";
import { bindAuthorizationToUser } from "./bind";
import { consentToken } from "./consent-token";
import {
  countPeople,
  findRequest,
  grantedScopes,
  refusalOf,
  type StoredRequest,
  type Viewer,
} from "./find-request";
import { mustSignInAgain } from "./fresh-sign-in";
import type { Authorization, ConsentRequest } from "./states";

/**
 * What the consent page shows this viewer. The first user to view a request in its browser is the one who may answer it.
 * @param session the page's `session` parameter; call `bindAuthorizationToBrowser` before
 */
export async function loadAuthorization(
  services: Services,
  session: string,
  viewer: Viewer,
): Promise<Authorization> {
  const found = await findRequest(services.db, session);
  if (!found) return { state: "expired" };
  const shown = await authorizationFor(services, found, viewer);
  const error = found.request.prompts.includes("none") ? silentErrors[shown.state] : undefined;
  return error
    ? { state: "returned", location: wayBack(services.settings, found.request, ["error", error]) }
    : shown;
}

/**
 * The errors of `prompt=none` where a page would be shown (OpenID Connect Core, 3.1.2.6). Expired requests, and those of another browser,
 * lead nowhere.
 */
const silentErrors: Readonly<Partial<Record<Authorization["state"], ReturnedError>>> = {
  "sign-in": "login_required",
  ready: "consent_required",
  "other-user": "interaction_required",
  "other-workspace": "interaction_required",
  "app-not-allowed": "interaction_required",
};

async function authorizationFor(
  services: Services,
  { request, client }: { request: StoredRequest; client: Client | null },
  viewer: Viewer,
): Promise<Authorization> {
  const refused = refusalOf(request, client, viewer, services.clock());
  if (refused) return { state: refused };
  const { browser, user } = viewer;
  if (!client || browser === null) return { state: "client-gone" };
  if (!user || (await mustSignInAgain(services.db, request, user)))
    return { state: "sign-in", clientName: client.name };
  if (request.userId === null) await bindAuthorizationToUser(services, request.id, user);
  const { workspaceId } = user.actor;
  const rules = await loadAppRules(services.db, workspaceId);
  if (!(await mayConnect(services.db, workspaceId, client, rules))) return { state: "app-not-allowed" };
  return { state: "ready", request: await describe(services, { request, client, rules }, { browser, user }) };
}

async function describe(
  services: Services,
  { request, client, rules }: { request: StoredRequest; client: Client; rules: AppRules },
  { browser, user }: { browser: string; user: SignedIn },
): Promise<ConsentRequest> {
  const now = services.clock();
  const [granted, peopleCount] = await Promise.all([
    grantedScopes(services.db, user, client.id, now),
    countPeople(services.db, user.actor.workspaceId, client.id, now),
  ]);
  const available = grantable(request.scopes, rules);
  const scopes = request.scopes.map((name) => ({
    name,
    isNew: !granted.has(name),
    isAvailable: available.includes(name),
  }));
  return {
    client: {
      id: clientIdOf(client),
      name: client.name,
      isConfidential: client.isConfidential,
      isOfWorkspace: client.workspaceId === user.actor.workspaceId,
      registeredAt: client.createdAt,
      host: hostOf(client),
      peopleCount,
    },
    scopes,
    visibility: rules.visibility,
    writes: writeScopes.filter(
      (scope) => available.includes(scope) || (rules.aiAppsMayChangeLeave && granted.has(scope)),
    ),
    form: scopes.some(({ isNew, isAvailable }) => isNew || !isAvailable) ? "full" : "short",
    target: redirectTarget(request.redirectUri),
    token: consentToken(services, { requestId: request.id, browser, user }),
  };
}

/** The client that a sign-in is for. */
export interface SignInFor {
  clientName: string;
  /** The client requires a signed-in user to sign in again. */
  isAgain: boolean;
}

/** The sign-in page's facts about a request; null when it is unknown or has expired. */
export async function findSignInFor(
  services: Services,
  session: string,
  user: SignedIn | null,
): Promise<SignInFor | null> {
  const found = await findRequest(services.db, session);
  if (!found?.client || found.request.answeredAt !== null) return null;
  if (found.request.expiresAt <= services.clock()) return null;
  const isAgain = user !== null && (await mustSignInAgain(services.db, found.request, user));
  return { clientName: found.client.name, isAgain };
}
