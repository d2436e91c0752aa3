import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { oauthClients, oauthGrants } from "@/drizzle/schema/oauth";
import { ctxFor } from "@/server/access/ctx";
import type { SignedIn } from "@/server/access/signed-in";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { hour, plus } from "@/server/kernel/time/clock";
import { deactivateUser } from "@/server/modules/people/people/set-status";
import { answerAuthorization } from "@/server/oauth/consent/answer";
import { bindAuthorizationToBrowser, newBrowserBinding } from "@/server/oauth/consent/bind";
import { loadAuthorization } from "@/server/oauth/consent/load";
import { resetPassword } from "@/server/signin/reset-password";
import { issueToken } from "@/server/signin/tokens";
import { oneBehindTheOther } from "@/server/test/lock-table";
import {
  askAuthorization,
  askToken,
  hosts,
  pkce,
  redirectUri,
  registerClient,
  sessionOf,
  signedInPerson,
} from "@/server/test/oauth-kit";
import { signinPerson, signinServices, type TestPerson } from "@/server/test/signin-fixture";
import { passwordChangeEffects } from "./password-change";

let services: Services;
beforeAll(async () => {
  services = await signinServices({}, { APP_URL: hosts.app });
});
afterAll(() => services.close());

async function grantTo({ workspaceId, userId }: TestPerson): Promise<string> {
  const [clientId, id, createdAt] = [newId(), newId(), services.clock()];
  await services.db.insert(oauthClients).values({
    id: clientId,
    isConfidential: false,
    name: "App",
    redirectUris: [],
    grantTypes: [],
    responseTypes: [],
    tokenEndpointAuthMethod: "none",
    createdAt,
  });
  await services.db
    .insert(oauthGrants)
    .values({ workspaceId, id, userId, clientId, scopes: [], createdAt, expiresAt: plus(createdAt, hour) });
  return id;
}

const revocationOf = async (id: string) => {
  const [grant] = await services.db.select().from(oauthGrants).where(eq(oauthGrants.id, id));
  return grant?.revokedAt ? grant.revocationReason : null;
};

it("a new password ends the user's grants and no one else's, and leaves an audit line", async () => {
  const person = await signinPerson(services);
  const [own, other] = [await grantTo(person), await grantTo(await signinPerson(services))];
  const token = await issueToken(services.db, person, "PASSWORD_RESET", null, services.clock());
  const input = { token, password: "a brand new password" };
  expect(await resetPassword(services, input, passwordChangeEffects)).toBe(true);
  expect(await revocationOf(own)).toBe("PASSWORD_CHANGED");
  expect(await revocationOf(other)).toBeNull();
  const lines = await services.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.workspaceId, person.workspaceId));
  expect(lines.map(({ action }) => action).sort()).toEqual(["oauth_grant.revoke", "password.reset"]);
});

describe("a concurrent Allow", () => {
  /** A user's open consent page. @returns Allow, which gives the code, or null when it was refused */
  async function openConsent(user: SignedIn) {
    const clientId = await registerClient(services);
    const { verifier, challenge } = pkce();
    const asked = await askAuthorization(services, {
      client_id: clientId,
      redirect_uri: redirectUri,
      state: "x",
      code_challenge: challenge,
      code_challenge_method: "S256",
    });
    const [session, browser] = [sessionOf(asked), newBrowserBinding()];
    await bindAuthorizationToBrowser(services, session, browser);
    const shown = await loadAuthorization(services, session, { browser, user });
    if (shown.state !== "ready") throw new Error(`the consent page shows: ${shown.state}`);
    const { token } = shown.request;
    const allow = async (): Promise<string | null> => {
      const given = { session, browser, user, allow: true, token, requestId: "req_test" };
      const answered = await answerAuthorization(services, given);
      return answered.state === "redirect" ? new URL(answered.location).searchParams.get("code") : null;
    };
    const exchange = (code: string) =>
      askToken(services, {
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        client_id: clientId,
        code_verifier: verifier,
      });
    return { allow, exchange };
  }

  const changes: Record<string, (user: SignedIn) => Promise<() => Promise<unknown>>> = {
    "a new password": async ({ actor, user }) => {
      const person = { workspaceId: actor.workspaceId, userId: user.id };
      const token = await issueToken(services.db, person, "PASSWORD_RESET", null, services.clock());
      const input = { token, password: "a brand new password" };
      return () => resetPassword(services, input, passwordChangeEffects);
    },
    deactivation: async ({ actor, user }) => {
      const admin = await signedInPerson(services, actor.workspaceId);
      return () => deactivateUser(ctxFor(services, admin.actor, "req_test"), user.id);
    },
  };

  for (const [name, prepare] of Object.entries(changes)) {
    it(`before ${name}: its code is dead`, async () => {
      const user = await signedInPerson(services);
      const [{ allow, exchange }, change] = [await openConsent(user), await prepare(user)];
      const [code] = await oneBehindTheOther("audit_events", allow, change);
      expect((await exchange(code ?? "")).json.error).toBe("invalid_grant");
      const grants = await services.db.select().from(oauthGrants).where(eq(oauthGrants.userId, user.user.id));
      expect(grants.map(({ revokedAt }) => revokedAt !== null)).toEqual([true]);
    });

    it(`after ${name}: it is refused, and nothing is stored`, async () => {
      const user = await signedInPerson(services);
      const [{ allow }, change] = [await openConsent(user), await prepare(user)];
      const [, code] = await oneBehindTheOther("audit_events", change, allow);
      expect(code).toBeNull();
      expect(
        await services.db.select().from(oauthGrants).where(eq(oauthGrants.userId, user.user.id)),
      ).toEqual([]);
    });
  }
});
