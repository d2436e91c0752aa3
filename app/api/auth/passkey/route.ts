import { services } from "@/server/kernel/process";
import { keepBrowserSecret } from "@/server/signin/connections/kept-browser-secret";
import { boundTo } from "@/server/signin/passkeys/challenge";
import { requestPasskey } from "@/server/signin/passkeys/request-passkey";

/** What the sign-in page asks a passkey with. It names no one: the same for every browser, but for the challenge. */
export async function POST() {
  const request = await requestPasskey(services(), boundTo.signIn(await keepBrowserSecret()));
  return Response.json(request, { headers: { "Cache-Control": "no-store" } });
}
