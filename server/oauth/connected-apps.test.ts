import { eq } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import type { Role } from "@/drizzle/schema/values";
import { ctxFor } from "@/server/access/ctx";
import { newId } from "@/server/kernel/ids";
import { decodeId } from "@/server/kernel/schema";
import { day, minute } from "@/server/kernel/time/clock";
import {
  heldClock,
  oauthServices,
  redirectUri,
  refreshWith,
  registerClient,
  signedInPerson,
  tokensOf,
  whoIs,
} from "@/server/test/oauth-kit";
import { clientUuid } from "./clients/client-id";
import { listGrants } from "./grants/list";
import { listAppsOf } from "./grants/list-apps";
import { revokeApp, revokeAppOf, revokeGrant, revokeGrantsOfUser } from "./grants/revoke";

// Decision 3.11: grants under Connected apps.

const clock = heldClock();
const services = await oauthServices(clock);
afterAll(() => services.close());

async function person(workspaceId?: string) {
  const user = await signedInPerson(services, workspaceId);
  return { user, ctx: ctxFor(services, user.actor, "req_test") };
}

it("lists each grant with its client, scopes and last use", async () => {
  const { user, ctx } = await person();
  const tokens = await tokensOf(services, user, { scope: "openid email" });
  const connectedAt = clock();
  clock.pass(minute);
  await refreshWith(services, tokens.refresh, tokens.clientId);
  const { connected, revoked } = await listGrants(ctx);
  expect(connected).toEqual([
    {
      id: expect.stringMatching(/^grant-/),
      callerId: tokens.clientId,
      scopes: ["openid", "email"],
      createdAt: connectedAt,
      lastUsedAt: clock(),
      revokedAt: null,
      client: {
        clientId: tokens.clientId,
        name: "Claude Desktop",
        isConfidential: false,
        isOfWorkspace: false,
        registeredAt: connectedAt,
        host: null,
        targets: [{ kind: "loopback", host: "127.0.0.1", uri: redirectUri }],
      },
    },
  ]);
  expect(revoked).toEqual([]);
});

it("shows no other user's, not even in the same workspace", async () => {
  const { user, ctx } = await person();
  const colleague = await person(user.actor.workspaceId);
  await tokensOf(services, colleague.user);
  expect((await listGrants(ctx)).connected).toEqual([]);
});

describe("administrators", () => {
  it("list and end the apps of their workspace's users; 403 for anyone else, 404 for another workspace's", async () => {
    const { user } = await person();
    const { access, clientId } = await tokensOf(services, user);
    const as = async (role: Role, workspaceId?: string) => {
      const { user } = await person(workspaceId);
      return ctxFor(services, { ...user.actor, role }, "req_test");
    };
    const admin = await as("ADMIN", user.actor.workspaceId);
    const of = { userId: user.actor.userId, clientId: clientUuid(clientId) };
    expect(await listAppsOf(admin, of.userId)).toMatchObject([{ clientId, connectionCount: 1 }]);
    const colleague = await as("LOCATION_ADMIN", user.actor.workspaceId);
    await expect(listAppsOf(colleague, of.userId)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(revokeAppOf(colleague, of)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const stranger = await as("ADMIN");
    expect(await listAppsOf(stranger, of.userId)).toEqual([]);
    await expect(revokeAppOf(stranger, of)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    expect((await whoIs(services, access)).status).toBe(200);
    await revokeAppOf(admin, of);
    expect((await whoIs(services, access)).status).toBe(401);
    await expect(revokeAppOf(admin, of)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    const lines = await services.db
      .select({ actingUserId: auditEvents.actingUserId, changes: auditEvents.changes })
      .from(auditEvents)
      .where(eq(auditEvents.workspaceId, user.actor.workspaceId));
    expect(lines).toContainEqual({
      actingUserId: admin.actor.userId,
      changes: { reason: { to: "ADMINISTRATOR" } },
    });
  });
});

describe("revoking", () => {
  it("one grant ends its tokens at once and leaves the others", async () => {
    const { user, ctx } = await person();
    const clientId = await registerClient(services);
    const [first, second] = [
      await tokensOf(services, user, { clientId }),
      await tokensOf(services, user, { clientId }),
    ];
    const [newest] = (await listGrants(ctx)).connected;
    await revokeGrant(ctx, decodeId("grant", newest?.id ?? "") ?? "");
    expect((await whoIs(services, second.access)).status).toBe(401);
    expect((await refreshWith(services, second.refresh, clientId)).json.error).toBe("invalid_grant");
    expect((await whoIs(services, first.access)).status).toBe(200);
    const after = await listGrants(ctx);
    expect([after.connected.length, after.revoked.map(({ id }) => id)]).toEqual([1, [newest?.id]]);
    clock.pass(31 * day);
    expect((await listGrants(ctx)).revoked).toEqual([]);
  });

  it("an app ends all of its grants, with an audit line each", async () => {
    const { user, ctx } = await person();
    const clientId = await registerClient(services);
    const tokens = [
      await tokensOf(services, user, { clientId }),
      await tokensOf(services, user, { clientId }),
    ];
    const other = await tokensOf(services, user);
    await revokeApp(ctx, clientUuid(clientId));
    for (const { access } of tokens) expect((await whoIs(services, access)).status).toBe(401);
    expect((await whoIs(services, other.access)).status).toBe(200);
    const lines = await services.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.workspaceId, user.actor.workspaceId));
    const revocations = lines.filter((line) => line.action === "oauth_grant.revoke");
    expect(revocations).toHaveLength(2);
    expect(revocations[0]).toMatchObject({ actingUserId: user.user.id, changes: { reason: { to: "USER" } } });
    await expect(revokeApp(ctx, clientUuid(clientId))).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("404 for a colleague's, an unknown one, and a revoked one", async () => {
    const { user, ctx } = await person();
    const colleague = await person(user.actor.workspaceId);
    const tokens = await tokensOf(services, colleague.user);
    const [theirs] = (await listGrants(colleague.ctx)).connected;
    const id = decodeId("grant", theirs?.id ?? "") ?? "";
    await expect(revokeGrant(ctx, id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    await expect(revokeGrant(ctx, newId())).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    expect((await whoIs(services, tokens.access)).status).toBe(200);
    await revokeGrant(colleague.ctx, id);
    await expect(revokeGrant(colleague.ctx, id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("all of a user's, within the caller's transaction", async () => {
    const { user } = await person();
    const tokens = await tokensOf(services, user);
    const whose = { workspaceId: user.actor.workspaceId, userId: user.user.id };
    const end = { reason: "PASSWORD_CHANGED", now: clock(), actingUserId: user.user.id } as const;
    await services.db
      .transaction(async (tx) => {
        expect(await revokeGrantsOfUser(tx, whose, end)).toBe(1);
        throw new Error("rolled back");
      })
      .catch(() => undefined);
    expect((await whoIs(services, tokens.access)).status).toBe(200);
    await services.db.transaction((tx) => revokeGrantsOfUser(tx, whose, end));
    expect((await whoIs(services, tokens.access)).status).toBe(401);
  });
});
