import { pathForLog } from "@/server/kernel/http/secret-path";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { withTimeout } from "@/server/kernel/time/timeout";
import { redirectSourceOfSession } from "@/server/oauth/consent/redirect-source";
import { confirmPath, openPendingLink, pendingLinkName } from "@/server/signin/connections/pending-link";
import { openStep, stepCookieName, stepPath } from "@/server/signin/factors/step-cookie";
import { providerSources } from "@/server/signin/providers";
import { destinationOf } from "@/server/signin/return-path";
import { peekReturnTo } from "@/server/signin/tokens";
import { choiceCookieName, choicePath, openChoice } from "@/server/signin/workspace-choice";

/** At the timeout the page is served without its targets, which is better than no page. */
const lookupTimeoutMs = 2 * second;

/** The authorization session in a path of ours. */
function sessionOf(path: string | null): string | null {
  const [name, query] = (path ?? "").split("?", 2);
  return name === "/oauth/authorize" ? new URLSearchParams(query).get("session") : null;
}

/** The request for a page. */
interface Visit {
  path: string;
  query: URLSearchParams;
  cookie: (name: string) => string | undefined;
}

async function sessionBehind(services: Services, { path, query, cookie }: Visit): Promise<string | null> {
  const { settings } = services;
  switch (path) {
    case "/oauth/authorize":
    case "/consent":
      return query.get("session");
    // After sign-in the consent page may load into the same document, which keeps the policy of the page that it began with.
    case "/login":
      return sessionOf(destinationOf(Object.fromEntries(query), settings.appUrl));
    case "/login/link":
      return sessionOf(await peekReturnTo(services, query.get("token") ?? ""));
    case choicePath:
      return sessionOf((await openChoice(settings, cookie(choiceCookieName(settings))))?.returnTo ?? null);
    case confirmPath:
      return sessionOf(
        (await openPendingLink(settings, cookie(pendingLinkName(settings))))?.returnTo ?? null,
      );
    case stepPath:
      return sessionOf((await openStep(settings, cookie(stepCookieName(settings))))?.returnTo ?? null);
    default:
      return null;
  }
}

/**
 * The targets of a page's forms beside our own origin, as sources of the CSP's `form-action`. Browsers apply it to every redirect that
 * follows a form: back to the app that a user allows or denies (decision 3.15), and to sign-in providers.
 */
export async function formTargets(services: Services, visit: Visit): Promise<string[]> {
  const { path } = visit;
  const find = async (): Promise<string[]> => {
    const session = await sessionBehind(services, visit);
    const source = session ? await redirectSourceOfSession(services, session) : null;
    return source ? [source] : [];
  };
  const found = await withTimeout(find(), lookupTimeoutMs).catch((error: unknown) => {
    services.log.warn({ err: error, path: pathForLog(path) }, "where a page's forms lead cannot be read");
    return [];
  });
  return path === "/login" ? [...found, ...providerSources(services.settings)] : found;
}
