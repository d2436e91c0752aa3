import * as openid from "openid-client";
import type { Db } from "@/server/kernel/database/db";
import { sourceBucket } from "@/server/kernel/http/source-ip";
import { takeToken } from "@/server/kernel/http/throttle";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { workspaceDigits } from "@/server/kernel/workspace-secret";
import { domainOf } from "@/server/modules/workspace/connections/policy";
import {
  type ConnectionRow,
  findConnection,
  findVerifiedDomains,
  isOidc,
  isSaml,
  type OidcConnection,
} from "@/server/modules/workspace/connections/store";
import type { Browser } from "../browser";
import { requestUrl } from "../saml/saml-client";
import { configurationOf } from "./ask-provider";
import { createAttempt } from "./attempts";
import { proofsOf } from "./browser-secret";
import { ProviderError } from "./provider-error";
import { recordRefusal } from "./record-refusal";

/** Sign-ins begun from one source: a whole office may have one address. */
const rate = { burst: 300, intervalMs: second };

const base = "/api/auth/connection";

/**
 * Where a workspace's providers lead back to. Each workspace has its own: a provider of one cannot have the code of another's sent to it,
 * also when neither sends `iss` (RFC 9700, 4.4.2.2).
 */
export const callbackPath = (workspaceId: string): string =>
  `${base}/callback/${workspaceDigits(workspaceId)}`;

/**
 * Begins a sign-in. A link, not a form: the page's content security policy cannot know the providers of an address that is yet to be typed.
 * @param email the typed address, which the provider may fill in
 */
export const startPath = (
  of: { workspaceId: string; id: string },
  { returnTo, email }: { returnTo: string; email?: string },
): string => {
  const query = new URLSearchParams({ next: returnTo, ...(email && { login_hint: email }) });
  return `${base}/start/${workspaceDigits(of.workspaceId)}/${encodeId("connection", of.id)}?${query}`;
};

/** Where a workspace's providers say that someone has signed out there (OpenID Connect Back-Channel Logout 1.0). */
export const logoutPath = (workspaceId: string): string => `${base}/logout/${workspaceDigits(workspaceId)}`;

/** Begins the test of a connection, for administrators. */
export const testPath = (id: string): string => `${base}/test/${id}`;

/** An app demands a fresh sign-in: `prompt=login`, or `max_age`. */
export interface FreshSignIn {
  /** The earliest authentication that it accepts. */
  after: Date;
  /** `max_age` for the provider: 0 with `prompt=login`. */
  maxAgeSeconds: number;
  isPrompted: boolean;
}

/** A sign-in could not begin. */
export type StartRefusal = "throttled" | "unknown" | "unreachable";

interface Start {
  workspaceId: string;
  connectionId: string;
  /** The return path of the sign-in, from `returnPath`. */
  returnTo: string;
  browserSecret: string;
  browser: Pick<Browser, "ip" | "userAgent">;
  /** The administrator who tests the connection, whatever its state. */
  testerId?: string;
  /** What the app demands for which the person signs in; null without one. */
  fresh?: FreshSignIn | null;
  /** The typed address, untrusted. */
  loginHint?: string | null;
}

/**
 * Asks the provider to authenticate the person again. `max_age` makes `auth_time` required in its answer (OpenID Connect Core, 3.1.2.1),
 * `prompt` alone would not.
 */
const freshParameters = (fresh: FreshSignIn | null): Record<string, string> =>
  fresh === null
    ? {}
    : { max_age: String(fresh.maxAgeSeconds), ...(fresh.isPrompted && { prompt: "login" }) };

/** The typed address for the provider, if it is of the workspace's: no other provider learns it. */
async function hintParameter(
  db: Db,
  workspaceId: string,
  hint: string | null,
): Promise<{ login_hint?: string }> {
  const domain = hint === null ? null : domainOf(hint);
  if (hint === null || domain === null) return {};
  return (await findVerifiedDomains(db, workspaceId)).includes(domain) ? { login_hint: hint.trim() } : {};
}

interface Asking {
  /** Begins the attempt. @returns `state` */
  attempt: () => Promise<string>;
  browserSecret: string;
  fresh: FreshSignIn | null;
  loginHint: string | null;
}

/** The provider's address with an authorization request. @throws ProviderError */
async function authorizationUrl(
  services: Services,
  connection: OidcConnection,
  { attempt, browserSecret, fresh, loginHint }: Asking,
): Promise<string> {
  const { workspaceId } = connection;
  const configuration = await configurationOf(services, connection);
  const state = await attempt();
  const { nonce, codeVerifier } = proofsOf(browserSecret, state);
  const location = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: services.settings.appUrl + callbackPath(workspaceId),
    response_type: "code",
    scope: "openid email profile",
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    ...freshParameters(fresh),
    ...(await hintParameter(services.db, workspaceId, loginHint)),
  });
  return location.href;
}

/** The provider's address with the request of the connection's protocol. @throws ProviderError */
async function providerUrl(services: Services, connection: ConnectionRow, asking: Asking): Promise<string> {
  if (isSaml(connection))
    return requestUrl(services, connection, {
      state: await asking.attempt(),
      isFresh: asking.fresh !== null,
    });
  if (isOidc(connection)) return authorizationUrl(services, connection, asking);
  throw new Error(`Connection ${connection.id} has an unknown protocol`);
}

/** Begins a sign-in at a connection's provider. @returns the provider's address, or why not */
export async function startConnectionSignIn(
  services: Services,
  {
    workspaceId,
    connectionId,
    returnTo,
    browserSecret,
    browser,
    testerId,
    fresh = null,
    loginHint = null,
  }: Start,
): Promise<{ location: string } | { refusal: StartRefusal; error?: ProviderError }> {
  const { db, clock } = services;
  const key = `connection:source:${sourceBucket(browser.ip)}`;
  const taken = await takeToken(db, key, { ...rate, now: clock() });
  if (!taken.ok) return { refusal: "throttled" };
  const connection = await findConnection(db, { workspaceId, id: connectionId });
  if (!connection || (connection.state !== "ACTIVE" && !testerId)) return { refusal: "unknown" };
  const attempt = () =>
    createAttempt(
      services,
      {
        workspaceId,
        connectionId,
        purpose: testerId ? "TEST" : "SIGN_IN",
        userId: testerId ?? null,
        returnTo,
        authenticatedAfter: fresh?.after ?? null,
      },
      browserSecret,
    );
  try {
    return {
      location: await providerUrl(services, connection, { attempt, browserSecret, fresh, loginHint }),
    };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    services.log.warn(
      { workspaceId, connectionId, problem: error.problem, detail: error.detail },
      "a connection's provider can't be used",
    );
    if (!testerId)
      await recordRefusal(services, connection, { problem: error.problem, email: null, browser });
    return { refusal: "unreachable", error };
  }
}
