import { eq } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import {
  oauthClients,
  oauthCodes,
  oauthGrants,
  oauthRefreshTokens,
  oauthRequests,
} from "@/drizzle/schema/oauth";
import { day, hour } from "@/server/kernel/time/clock";
import {
  approved,
  askAuthorization,
  askToken,
  confidentialClient,
  heldClock,
  oauthServices,
  redirectUri,
  refreshWith,
  registerClient,
  signedInPerson,
  tokensOf,
} from "@/server/test/oauth-kit";
import { cleanUpOauth } from "./clean-up";
import { clientUuid } from "./clients/client-id";
import { deleteClient } from "./clients/delete-client";
import { operator } from "./clients/keeper";

const clock = heldClock();
const services = await oauthServices(clock);
afterAll(() => services.close());
const user = await signedInPerson(services);

const exists = async (clientId: string) =>
  (
    await services.db
      .select()
      .from(oauthClients)
      .where(eq(oauthClients.id, clientUuid(clientId)))
  ).length > 0;

it("a client without a grant in seven days is deleted; one that was allowed, and a confidential one, stay", async () => {
  const unused = await registerClient(services);
  const used = await registerClient(services);
  const { id: confidential } = await confidentialClient(services);
  await approved(services, user, { clientId: used });
  clock.pass(7 * day);
  await cleanUpOauth(services);
  expect(await exists(unused)).toBe(true);
  clock.pass(1);
  await cleanUpOauth(services);
  expect([await exists(unused), await exists(used), await exists(confidential)]).toEqual([false, true, true]);
});

it("requests and codes are deleted a day after their end; a replay before that still revokes", async () => {
  const { exchange, clientId } = await approved(services, user);
  const { json } = await askToken(services, exchange);
  clock.pass(23 * hour);
  await cleanUpOauth(services);
  await askToken(services, exchange);
  expect((await refreshWith(services, json.refresh_token, clientId)).json.error).toBe("invalid_grant");
  clock.pass(2 * hour);
  await cleanUpOauth(services);
  expect(await services.db.select().from(oauthCodes)).toEqual([]);
  expect(await services.db.select().from(oauthRequests)).toEqual([]);
});

it("grants are deleted with their tokens: a month after revocation, or when the last token has expired", async () => {
  await tokensOf(services, user);
  clock.pass(31 * day);
  await cleanUpOauth(services);
  const left = await services.db.select().from(oauthGrants);
  expect(left.every((grant) => grant.revokedAt === null)).toBe(true);
  expect(left.length).toBeGreaterThan(0);
  clock.pass(366 * day);
  await cleanUpOauth(services);
  expect(await services.db.select().from(oauthGrants)).toEqual([]);
  expect(await services.db.select().from(oauthRefreshTokens)).toEqual([]);
});

it("a deleted client's row goes once nothing refers to it", async () => {
  const { id, secret } = await confidentialClient(services);
  const { exchange } = await approved(services, user, { clientId: id });
  await askToken(services, { ...exchange, client_secret: secret });
  await deleteClient(operator(services), id);
  clock.pass(29 * day);
  await cleanUpOauth(services);
  expect(await exists(id)).toBe(true);
  clock.pass(2 * day);
  await cleanUpOauth(services);
  expect(await exists(id)).toBe(false);
});

it("counts the deleted rows, and finds nothing the second time", async () => {
  await askAuthorization(services, {
    client_id: (await confidentialClient(services)).id,
    redirect_uri: redirectUri,
    state: "x",
  });
  clock.pass(2 * day);
  expect(await cleanUpOauth(services)).toBe(1);
  expect(await cleanUpOauth(services)).toBe(0);
});
