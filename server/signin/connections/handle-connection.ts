import { cookies, headers } from "next/headers";
import { services } from "@/server/kernel/process";
import { decodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { workspaceOfDigits } from "@/server/kernel/workspace-secret";
import { readBytes } from "@/server/transport/read-body";
import { enterSession, thisBrowser } from "../browser-session";
import { returnPath } from "../return-path";
import { maxResponseBytes } from "../saml/check-response";
import { receiveResponse } from "../saml/receive-response";
import { spMetadata } from "../saml/saml-client";
import { currentActor } from "../session";
import { endByProvider } from "./end-by-provider";
import { finishConnectionSignIn } from "./finish-connection-sign-in";
import { keepBrowserSecret, keptBrowserSecret } from "./kept-browser-secret";
import {
  confirmPath,
  type PendingLink,
  pendingLinkName,
  pendingLinkOptions,
  sealPendingLink,
} from "./pending-link";
import { callbackPath, type FreshSignIn, startConnectionSignIn } from "./start-connection-sign-in";

const settingsPath = "/dashboard/settings/sign-in";

/** Never by the request's host. The provider's address is the only other one. */
const redirectTo = (location: string): Response =>
  new Response(null, {
    status: 303,
    headers: {
      Location: location.startsWith("/") ? services().settings.appUrl + location : location,
      "Cache-Control": "no-store",
      // The callback's address has the code.
      "Referrer-Policy": "no-referrer",
    },
  });

const toLogin = (error: string, next: string): Response =>
  redirectTo(`/login?${new URLSearchParams({ error, next })}`);

const notFound = (): Response => new Response(null, { status: 404 });

/** A browser loads pages ahead; a sign-in begins only where someone goes. */
async function looksAhead(): Promise<boolean> {
  const sent = await headers();
  return /prefetch|preview/i.test(sent.get("sec-purpose") ?? sent.get("purpose") ?? "");
}

/** What the app demands for which the person signs in, if the return path leads to one. */
type FindFreshSignIn = (services: Services, session: string) => Promise<FreshSignIn | null>;

const findFresh = async (find: FindFreshSignIn, returnTo: string): Promise<FreshSignIn | null> => {
  const { pathname, searchParams } = new URL(returnTo, services().settings.appUrl);
  const session = pathname === "/oauth/authorize" ? searchParams.get("session") : null;
  return session === null ? null : find(services(), session);
};

interface Start {
  digits: string;
  id: string;
  query: URLSearchParams;
  find: FindFreshSignIn;
}

async function start({ digits, id, query, find }: Start): Promise<Response> {
  const returnTo = returnPath(query.get("next"));
  const connectionId = decodeId("connection", id);
  if (!connectionId) return notFound();
  const started = await startConnectionSignIn(services(), {
    workspaceId: workspaceOfDigits(digits),
    connectionId,
    returnTo,
    browserSecret: await keepBrowserSecret(),
    browser: await thisBrowser(),
    fresh: await findFresh(find, returnTo),
    loginHint: query.get("login_hint"),
  });
  if ("location" in started) return redirectTo(started.location);
  return toLogin(started.refusal === "throttled" ? "Throttled" : "ConnectionFailed", returnTo);
}

async function test(id: string): Promise<Response> {
  const found = await currentActor();
  const connectionId = decodeId("connection", id);
  if (found?.actor.role !== "ADMIN" || !connectionId) return redirectTo(settingsPath);
  const { workspaceId, userId } = found.actor;
  const started = await startConnectionSignIn(services(), {
    workspaceId,
    connectionId,
    returnTo: settingsPath,
    browserSecret: await keepBrowserSecret(),
    browser: await thisBrowser(),
    testerId: userId,
  });
  if ("location" in started) return redirectTo(started.location);
  const problem = started.error?.problem ?? (started.refusal === "throttled" ? "THROTTLED" : "UNREACHABLE");
  const query = new URLSearchParams({
    problem,
    ...(started.error?.detail && { detail: started.error.detail }),
  });
  return redirectTo(`${settingsPath}/${id}?${query}`);
}

async function keepPendingLink(link: PendingLink): Promise<void> {
  const { settings } = services();
  const value = await sealPendingLink(settings, link);
  (await cookies()).set(pendingLinkName(settings), value, pendingLinkOptions(settings));
}

async function callback(workspace: string, query: URLSearchParams): Promise<Response> {
  const secret = await keptBrowserSecret();
  if (secret === null) return toLogin("ConnectionOver", "/dashboard");
  const finished = await finishConnectionSignIn(services(), {
    workspace,
    query,
    browserSecret: secret,
    browser: await thisBrowser(),
  });
  switch (finished.kind) {
    case "entered":
      return redirectTo(await enterSession(finished.entered, finished.returnTo));
    case "confirm":
      await keepPendingLink(finished.link);
      return redirectTo(confirmPath);
    case "tested":
      return redirectTo(`${settingsPath}/${finished.connectionId}?tested=1`);
    case "refused":
      return toLogin(errorOf(finished.problem), finished.returnTo);
    case "over":
      return toLogin("ConnectionOver", "/dashboard");
  }
}

/** What the sign-in page says: whether the provider, the address or the person here is the reason; no more, since anyone may see it. */
function errorOf(problem: string): string {
  if (["NO_ADDRESS", "UNVERIFIED_ADDRESS", "FOREIGN_DOMAIN"].includes(problem)) return "ConnectionAddress";
  if (["NO_AUTH_TIME", "NOT_FRESH"].includes(problem)) return "ConnectionNotFresh";
  return ["NO_PERSON", "OTHER_PERSON", "NOT_ALLOWED"].includes(problem)
    ? "ConnectionPerson"
    : "ConnectionFailed";
}

/**
 * Answers /api/auth/connection/*: the way to a connection's provider, and back.
 * @param find reads the demands of apps, which sign-in knows nothing of
 */
export async function handleConnection(
  request: Request,
  step: readonly string[],
  find: FindFreshSignIn,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const [name = "", first = "", second] = step;
  if (await looksAhead())
    return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
  if (name === "start" && second !== undefined && step.length === 3)
    return start({ digits: first, id: second, query: searchParams, find });
  if (name === "test" && step.length === 2) return test(first);
  if (name === "callback" && step.length === 2) return callback(first, searchParams);
  if (name === "saml" && step.length === 2) return metadata(first);
  return notFound();
}

/** The document is made from the address alone: it says nothing about a workspace. */
const metadata = (workspace: string): Response =>
  new Response(spMetadata(services().settings, workspaceOfDigits(workspace)), {
    headers: { "Content-Type": "application/samlmetadata+xml", "Cache-Control": "public, max-age=3600" },
  });

const maxLogoutBytes = 32 * 1024;
/** A response in base64, with its encoding in a form. */
const maxFormBytes = 2 * maxResponseBytes;

/** The answers of Back-Channel Logout 1.0, 2.8. They have no cookies, and are for no cache. */
const answerOf = (status: number, error?: string): Response =>
  new Response(error ? JSON.stringify({ error }) : null, {
    status,
    headers: { "Cache-Control": "no-store", ...(error && { "Content-Type": "application/json" }) },
  });

/** An identity provider says that someone has signed out there. */
async function logout(request: Request, workspace: string): Promise<Response> {
  const body = await readBytes(request, maxLogoutBytes);
  const token = new URLSearchParams(body?.toString() ?? "").get("logout_token") ?? "";
  const ended = await endByProvider(services(), { workspace, token, ip: (await thisBrowser()).ip });
  if (ended === "throttled") return answerOf(429, "temporarily_unavailable");
  return ended === "ended" ? answerOf(200) : answerOf(400, "invalid_request");
}

/** A SAML identity provider has a browser post its response. The cookies come with the next request, which is ours (decision 2.30). */
async function receive(request: Request, workspace: string): Promise<Response> {
  const body = await readBytes(request, maxFormBytes);
  const form = new URLSearchParams(body?.toString() ?? "");
  const received = await receiveResponse(services(), { workspace, form, ip: (await thisBrowser()).ip });
  switch (received.kind) {
    case "received":
      return redirectTo(
        `${callbackPath(received.workspaceId)}?${new URLSearchParams({ state: received.state })}`,
      );
    case "throttled":
      return toLogin("Throttled", "/dashboard");
    case "unasked":
      return toLogin("ConnectionUnasked", "/dashboard");
    case "over":
      return toLogin("ConnectionOver", "/dashboard");
  }
}

/** Answers POST /api/auth/connection/{logout,acs}/<workspace>, which identity providers send, or have a browser send. */
export async function handlePost(request: Request, step: readonly string[]): Promise<Response> {
  const [name, workspace = ""] = step;
  if (step.length !== 2) return notFound();
  if (name === "logout") return logout(request, workspace);
  return name === "acs" ? receive(request, workspace) : notFound();
}
