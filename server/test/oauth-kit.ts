import { createHash, randomBytes } from "node:crypto";
import { departments, locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { sessions } from "@/drizzle/schema/signin";
import { workspaces } from "@/drizzle/schema/workspaces";
import { loadActor } from "@/server/access/load-actor";
import type { SignedIn } from "@/server/access/signed-in";
import { loadSettings } from "@/server/kernel/env";
import { newId } from "@/server/kernel/ids";
import { createServices, type ServiceOverrides, type Services } from "@/server/kernel/services";
import { day, plus } from "@/server/kernel/time/clock";
import { createClient } from "@/server/oauth/clients/create-client";
import { operator } from "@/server/oauth/clients/keeper";
import { clientRecord } from "@/server/oauth/clients/present-client";
import { answerAuthorization } from "@/server/oauth/consent/answer";
import { bindAuthorizationToBrowser, newBrowserBinding } from "@/server/oauth/consent/bind";
import { loadAuthorization } from "@/server/oauth/consent/load";
import type { Authorization, ConsentRequest } from "@/server/oauth/consent/states";
import { handleOauth } from "@/server/oauth/routes";
import type { OauthScope } from "@/server/oauth/scopes";
import { parseRequest } from "@/server/transport/parsed-request";
import { testDatabase } from "./database";
import type { TestPerson } from "./factories";

export const hosts = {
  app: "https://app.example.test",
  auth: "https://auth.example.test",
  api: "https://api.example.test",
  issuer: "https://app.example.test/identity",
};

/** A fixed clock that tests can move. */
export function heldClock(start = new Date("2026-11-20T20:00:00.000Z")) {
  let now = start;
  return Object.assign(() => now, {
    pass(ms: number) {
      now = plus(now, ms);
    },
  });
}

export async function oauthServices(
  clock: () => Date,
  env: Record<string, string> = {},
  overrides: ServiceOverrides = {},
): Promise<Services> {
  const settings = loadSettings({
    NODE_ENV: "test",
    DATABASE_URL: await testDatabase(),
    SESSION_SECRET: "s".repeat(32),
    CRON_SECRET: "c".repeat(32),
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
    APP_URL: hosts.app,
    AUTH_URL: hosts.auth,
    BASE_URL: hosts.api,
    ...env,
  });
  return createServices(settings, { clock, wakes: false, ...overrides });
}

/** A signed-in person, by default in a new workspace. */
export async function signedInPerson(services: Services, workspaceId = newId()): Promise<SignedIn> {
  const { db, clock } = services;
  const [userId, locationId, departmentId, sessionId] = [newId(), newId(), newId(), newId()];
  const createdAt = clock();
  await db
    .insert(workspaces)
    .values({ id: workspaceId, name: "Acme", plan: "COMPLETE", createdAt })
    .onConflictDoNothing();
  await db
    .insert(locations)
    .values({ workspaceId, id: locationId, name: locationId, timezone: "Europe/Lisbon", createdAt });
  await db.insert(departments).values({ workspaceId, id: departmentId, name: departmentId, createdAt });
  const email = `${userId}@example.test`;
  await db.insert(users).values({
    workspaceId,
    id: userId,
    name: "Ana Ilić",
    email,
    locationId,
    departmentId,
    createdAt,
    updatedAt: createdAt,
  });
  await db.insert(sessions).values({
    workspaceId,
    id: sessionId,
    userId,
    createdAt,
    lastSeenAt: createdAt,
    expiresAt: plus(createdAt, 400 * day),
  });
  return {
    actor: {
      workspaceId,
      userId,
      role: "ADMIN",
      locationIds: [],
      departmentIds: [],
      plan: "COMPLETE",
      via: { type: "session", sessionId },
    },
    user: { id: userId, name: "Ana Ilić", email },
    workspace: { name: "Acme", plan: "COMPLETE", openApiEnabled: true },
    sessionId,
  };
}

/** A live session of an existing person. */
export async function sessionOfPerson(
  services: Services,
  { workspaceId, id: userId, name }: Pick<TestPerson, "workspaceId" | "id" | "name">,
): Promise<SignedIn> {
  const { db, clock } = services;
  const [sessionId, createdAt] = [newId(), clock()];
  await db.insert(sessions).values({
    ...{ workspaceId, id: sessionId, userId, createdAt, lastSeenAt: createdAt },
    expiresAt: plus(createdAt, 400 * day),
  });
  const actor = await loadActor(db, workspaceId, userId, { type: "session", sessionId });
  if (!actor) throw new Error(`${name} cannot sign in`);
  return {
    actor: { ...actor, userId },
    user: { id: userId, name, email: "" },
    workspace: { name: "", plan: actor.plan, openApiEnabled: true },
    sessionId,
  };
}

export interface Reply {
  status: number;
  headers: Headers;
  /** The parsed JSON; null when there was no body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any;
}

export interface Sent {
  headers?: Record<string, string>;
  body?: string | URLSearchParams | Uint8Array<ArrayBuffer>;
  ip?: string | null;
}

/** Calls the real handlers in process. */
export async function call(
  services: Services,
  method: string,
  path: string,
  { headers = {}, body, ip = "203.0.113.7" }: Sent = {},
): Promise<Reply> {
  const request = new Request(hosts.auth + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const parsed = parseRequest(request, { ip, host: "localhost:3000" });
  const response = await handleOauth(parsed, services, parsed.path);
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === "" ? null : JSON.parse(text) };
}

export const form = (fields: Record<string, string>): Sent => ({ body: new URLSearchParams(fields) });

export const jsonBody = (value: unknown): Sent => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

/** A verifier and its S256 challenge. */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

export const redirectUri = "http://127.0.0.1:4180/callback";

let addresses = 0;
/** A unique source address. */
export const someAddress = (): string =>
  `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses++ & 255}`;

/** Registers a public client. @returns its client_id */
export async function registerClient(
  services: Services,
  more: Record<string, unknown> = {},
): Promise<string> {
  const body = { client_name: "Claude Desktop", redirect_uris: [redirectUri], ...more };
  const { json } = await call(services, "POST", "/oauth/register", { ...jsonBody(body), ip: someAddress() });
  return json.client_id;
}

/** Makes a confidential client, as the operator does. */
export async function confidentialClient(
  services: Services,
  more: { redirectUris?: string[]; scopes?: OauthScope[] } = {},
): Promise<{ id: string; secret: string }> {
  const { client, secret } = await createClient(operator(services), {
    name: "Zapier",
    redirectUris: more.redirectUris ?? [redirectUri],
    scopes: more.scopes ?? ["openid", "email", "profile", "zapier:webhooks"],
  });
  return { id: clientRecord(client).client_id, secret };
}

export const basic = (id: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
});

/** GET /oauth/authorize. An undefined parameter is left out. */
export function askAuthorization(
  services: Services,
  parameters: Record<string, string | undefined>,
): Promise<Reply> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return call(services, "GET", `/oauth/authorize?${query}`, { ip: someAddress() });
}

/** The `session` of the redirect to the consent page. */
export function sessionOf(reply: Reply): string {
  const location = reply.headers.get("location") ?? "";
  const prefix = `${hosts.app}/oauth/authorize?session=`;
  if (!location.startsWith(prefix)) throw new Error(`no consent page: ${JSON.stringify(reply.json)}`);
  return location.slice(prefix.length);
}

/** The authorization request of one client. */
export interface AskedFor {
  clientId?: string;
  redirectUri?: string;
  scope?: string;
  nonce?: string;
  prompt?: string;
  maxAge?: string;
}

/** GET /oauth/authorize with the required parameters, by default of a new client. @returns the session of its consent page */
export async function askConsent(
  services: Services,
  given: AskedFor = {},
  { challenge }: { challenge: string } = pkce(),
): Promise<string> {
  const parameters = {
    client_id: given.clientId ?? (await registerClient(services)),
    redirect_uri: given.redirectUri ?? redirectUri,
    state: "af0ifjsldkj",
    scope: given.scope,
    nonce: given.nonce,
    prompt: given.prompt,
    max_age: given.maxAge,
    code_challenge: challenge,
    code_challenge_method: "S256",
  };
  return sessionOf(await askAuthorization(services, parameters));
}

/** The consent page's content in a browser, by default a new one. */
export async function viewConsent(
  services: Services,
  session: string,
  user: SignedIn | null,
  browser = newBrowserBinding(),
): Promise<Authorization> {
  await bindAuthorizationToBrowser(services, session, browser);
  return loadAuthorization(services, session, { browser, user });
}

/** The request on the consent page, ready for an answer. */
export async function readyConsent(
  services: Services,
  session: string,
  user: SignedIn,
  browser?: string,
): Promise<ConsentRequest> {
  const shown = await viewConsent(services, session, user, browser);
  if (shown.state !== "ready") throw new Error(`it shows ${shown.state}`);
  return shown.request;
}

/** Opens the consent page. @returns a function that sends its form */
export async function openConsent(
  services: Services,
  session: string,
  user: SignedIn,
  { allow = true, browser = newBrowserBinding() }: { allow?: boolean; browser?: string } = {},
) {
  const { token } = await readyConsent(services, session, user, browser);
  return () => answerAuthorization(services, { session, browser, user, allow, token, requestId: "req_test" });
}

/** Views the consent page, then answers it. @returns the Location of the final redirect */
export async function consent(
  services: Services,
  session: string,
  user: SignedIn,
  how: { allow?: boolean; browser?: string } = {},
): Promise<string> {
  const answered = await (await openConsent(services, session, user, how))();
  if (answered.state !== "redirect") throw new Error(`the answer was: ${answered.state}`);
  return answered.location;
}

/** The HTTP requests of a browser and its user: follow to the consent page, and allow. @returns the final redirect's target */
export async function allowInBrowser(services: Services, user: SignedIn, url: string | URL): Promise<URL> {
  const response = await fetch(url, { redirect: "manual" });
  const session = new URL(response.headers.get("location") ?? "").searchParams.get("session") ?? "";
  return new URL(await consent(services, session, user));
}

export interface Approved {
  clientId: string;
  code: string;
  verifier: string;
  /** The parameters of the token request, form or JSON. */
  exchange: Record<string, string>;
  callback: URL;
}

/** From the authorization request to the code. */
export async function approved(services: Services, user: SignedIn, given: AskedFor = {}): Promise<Approved> {
  const clientId = given.clientId ?? (await registerClient(services));
  const { verifier, challenge } = pkce();
  const session = await askConsent(services, { ...given, clientId }, { challenge });
  const callback = new URL(await consent(services, session, user));
  const code = callback.searchParams.get("code") ?? "";
  const exchange = {
    grant_type: "authorization_code",
    code,
    redirect_uri: given.redirectUri ?? redirectUri,
    client_id: clientId,
    code_verifier: verifier,
  };
  return { clientId, code, verifier, exchange, callback };
}

/** POST /oauth/token with a form. */
export const askToken = (
  services: Services,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Reply> => call(services, "POST", "/oauth/token", { ...form(fields), headers });

/** From a new client to tokens. */
export async function tokensOf(
  services: Services,
  user: SignedIn,
  given: { clientId?: string; scope?: string } = {},
) {
  const { exchange, clientId } = await approved(services, user, given);
  const { status, json } = await askToken(services, exchange);
  if (status !== 200) throw new Error(`the exchange failed: ${JSON.stringify(json)}`);
  const { access_token: access, refresh_token: refresh, id_token: id } = json;
  return { access: String(access), refresh: String(refresh), id: String(id), clientId, exchange };
}

export const refreshWith = (services: Services, refresh: string, clientId: string): Promise<Reply> =>
  askToken(services, { grant_type: "refresh_token", refresh_token: refresh, client_id: clientId });

export const whoIs = (services: Services, access: string): Promise<Reply> =>
  call(services, "GET", "/oauth/me", { headers: { authorization: `Bearer ${access}` } });
