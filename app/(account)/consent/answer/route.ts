import { cookies } from "next/headers";
import { browserCookieName, isBrowserCookie } from "@/app/(account)/consent/browser-cookie";
import { keepAnswer } from "@/app/(account)/consent/kept-answer";
import { consentPath, deadEndPath } from "@/app/(account)/consent/paths";
import type { SignedIn } from "@/server/access/signed-in";
import { newRequestId } from "@/server/kernel/ids";
import { services } from "@/server/kernel/process";
import { answerAuthorization } from "@/server/oauth/consent/answer";
import { releaseAuthorization } from "@/server/oauth/consent/bind";
import type { Answered } from "@/server/oauth/consent/states";
import { redirectTarget } from "@/server/oauth/redirect-uri";
import { leaveSession } from "@/server/signin/browser-session";
import { currentActor } from "@/server/signin/session";
import { readBytes } from "@/server/transport/read-body";
import { isSameOrigin } from "@/server/transport/same-origin";

const maximumBytes = 16 * 1024;

/** 303: the browser requests the next page with GET, also after a reload. */
const goTo = (location: string): Response =>
  new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });

/** The fields of one of our own forms; null for a post from another origin, or for anything else. */
async function ownForm(request: Request): Promise<URLSearchParams | null> {
  if (!isSameOrigin(request.headers, new URL(services().settings.appUrl).origin)) return null;
  const bytes = await readBytes(request, maximumBytes);
  return bytes && new URLSearchParams(bytes.toString());
}

/** Allow, Deny, or "Use another account". */
export async function POST(request: Request): Promise<Response> {
  const form = await ownForm(request);
  const session = form?.get("session");
  if (!form || !session) return goTo(deadEndPath);
  const value = (await cookies()).get(browserCookieName())?.value;
  const browser = isBrowserCookie(value) ? value : null;
  const user = await currentActor();
  // The page sends a signed-out visitor to sign in, and shows any other problem.
  if (!user) return goTo(consentPath(session));
  const intent = form.get("intent");
  if (intent === "switch") return switchAccount(session, browser, user);
  if (intent !== "allow" && intent !== "deny") return goTo(consentPath(session));
  const token = form.get("token") ?? "";
  const answer = { session, browser, user, allow: intent === "allow", token, requestId: newRequestId() };
  return follow(session, answer.allow, await answerAuthorization(services(), answer));
}

async function switchAccount(session: string, browser: string | null, user: SignedIn): Promise<Response> {
  if (browser !== null) await releaseAuthorization(services(), session, browser, user);
  await leaveSession();
  return goTo(`/login?${new URLSearchParams({ session })}`);
}

async function follow(session: string, allow: boolean, answered: Answered): Promise<Response> {
  switch (answered.state) {
    case "redirect": {
      const { location, clientName } = answered;
      if (allow && redirectTarget(location).kind !== "web")
        await keepAnswer(services(), { session, location, clientName });
      return goTo(location);
    }
    case "expired":
    case "client-gone":
      return goTo(deadEndPath);
    case "forged":
      return goTo(consentPath(session, "changed"));
    default:
      return goTo(consentPath(session));
  }
}
