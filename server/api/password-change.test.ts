import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { oauthClients, oauthGrants } from "@/drizzle/schema/oauth";
import { hour, plus } from "@/server/kernel/clock";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { resetPassword } from "@/server/signin/reset-password";
import { issueToken } from "@/server/signin/tokens";
import { signinPerson, signinServices, type TestPerson } from "@/server/test/signin-fixture";
import { passwordChangeEffects } from "./password-change";

let services: Services;
beforeAll(async () => {
  services = await signinServices();
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

it("a new password ends the person's grants and nobody else's, and leaves an audit line", async () => {
  const person = await signinPerson(services);
  const [own, other] = [await grantTo(person), await grantTo(await signinPerson(services))];
  const token = await issueToken(services.db, person, "PASSWORD_RESET", null, services.clock());
  const input = { token, password: "a brand new password" };
  expect(await resetPassword(services, input, passwordChangeEffects, () => undefined)).toBe(true);
  expect(await revocationOf(own)).toBe("PASSWORD_CHANGED");
  expect(await revocationOf(other)).toBeNull();
  const lines = await services.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.workspaceId, person.workspaceId));
  expect(lines.map(({ action }) => action).sort()).toEqual(["oauth_grant.revoke", "password.reset"]);
});
