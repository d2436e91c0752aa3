import { eq } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { requestLog } from "@/drizzle/schema/request-log";
import { flushRequestLog } from "@/server/modules/integrations/request-log/note";
import { clientUuid } from "@/server/oauth/clients/client-id";
import {
  call,
  form,
  heldClock,
  oauthServices,
  pkce,
  type Reply,
  redirectUri,
  refreshWith,
  signedInPerson,
  tokensOf,
} from "@/server/test/oauth-kit";

const services = await oauthServices(heldClock());
afterAll(() => services.close());
const user = await signedInPerson(services);

async function entryOf({ headers }: Reply) {
  await flushRequestLog(services);
  const requestId = headers.get("x-request-id") ?? "";
  const [entry] = await services.db.select().from(requestLog).where(eq(requestLog.requestId, requestId));
  return entry;
}

describe("token requests in the request log", () => {
  it("200 a refresh is in the workspace's log, with the client and without the token", async () => {
    const { refresh, access, clientId } = await tokensOf(services, user);
    const entry = await entryOf(await refreshWith(services, refresh, clientId));
    expect(entry).toMatchObject({
      workspaceId: user.actor.workspaceId,
      api: "oauth",
      method: "POST",
      path: "/oauth/token",
      endpoint: "/oauth/token",
      status: 200,
      errorCode: null,
      keyKind: "client",
      keyId: clientUuid(clientId),
      bodyFields: ["grant_type=refresh_token"],
    });
    const all = JSON.stringify(await services.db.select().from(requestLog));
    for (const secret of [refresh, access]) expect(all).not.toContain(secret);
  });

  it("400 a refused one keeps the protocol's error", async () => {
    const { clientId } = await tokensOf(services, user);
    const refused = await call(
      services,
      "POST",
      "/oauth/token",
      form({
        grant_type: "authorization_code",
        client_id: clientId,
        code: "made-up-code",
        redirect_uri: redirectUri,
        code_verifier: pkce().verifier,
      }),
    );
    const entry = await entryOf(refused);
    expect(entry).toMatchObject({
      status: 400,
      errorCode: "invalid_grant",
      error: { description: refused.json.error_description },
    });
    expect(JSON.stringify(entry)).not.toContain("made-up-code");
  });

  it("400 one that names no client is logged without one", async () => {
    const entry = await entryOf(await call(services, "POST", "/oauth/token", form({ grant_type: "nope" })));
    expect(entry).toMatchObject({ errorCode: "unsupported_grant_type", keyId: null, bodyFields: null });
  });
});
