import { keptAnswer } from "@/app/(account)/consent/kept-answer";
import { consentPath, deadEndPath } from "@/app/(account)/consent/paths";
import { services } from "@/server/kernel/process";
import { isCodeUsable } from "@/server/oauth/consent/is-code-usable";

/** "Open again". A used code goes nowhere: an app that exchanged it twice would lose its access. */
export async function GET(request: Request): Promise<Response> {
  const session = new URL(request.url).searchParams.get("session");
  const kept = session ? await keptAnswer(services(), session) : null;
  const usable = kept !== null && (await isCodeUsable(services(), kept.location));
  const elsewhere = session ? consentPath(session) : deadEndPath;
  const location = usable ? kept.location : elsewhere;
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
