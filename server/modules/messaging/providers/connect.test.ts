import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { integrations } from "@/drizzle/schema/notifications";
import type { Services } from "@/server/kernel/services";
import { bot, type ConnectorStandIn, startConnector } from "@/server/test/connector-stand-in";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { type SlackStandIn, slackToken, startSlack } from "@/server/test/slack-stand-in";
import { connectMicrosoft, connectSlack } from "./connect";
import { disconnectIntegration } from "./disconnect";
import { listIntegrations } from "./list";
import { loadCredentials } from "./load-credentials";
import { testConnection } from "./test-connection";

let services: Services;
let slack: SlackStandIn;
let teams: ConnectorStandIn;
let workspace: TestWorkspace;

beforeAll(async () => {
  [slack, teams] = await Promise.all([startSlack(), startConnector()]);
  services = await testServices(
    { clock: standingClock() },
    {
      SLACK_API_URL: slack.url,
      TEAMS_LOGIN_URL: `${teams.url}/login/`,
      TEAMS_SERVICE_URL: `${teams.url}/teams/`,
    },
  );
});
afterAll(async () => {
  await services.close();
  await Promise.all([slack.close(), teams.close()]);
});
beforeEach(async () => {
  workspace = await makeWorkspace(services);
});
const admin = () => as(services, workspace.people.admin);

it("connects with credentials that the provider accepts, and never shows them again", async () => {
  const view = await connectSlack(await admin(), { botToken: slackToken });
  expect(view).toMatchObject({ isConnected: true, facts: { team: "Acme", user_id: "U1" }, lastError: null });
  await connectMicrosoft(await admin(), bot);
  const list = await listIntegrations(await admin());
  expect(list.map(({ platform, isConnected }) => [platform, isConnected])).toEqual([
    ["slack", true],
    ["microsoft", true],
  ]);
  const stored = await services.db
    .select()
    .from(integrations)
    .where(eq(integrations.workspaceId, workspace.id));
  const lines = await services.db.select().from(auditEvents).where(eq(auditEvents.workspaceId, workspace.id));
  for (const secret of [slackToken, bot.appPassword]) {
    expect(JSON.stringify([view, list, lines])).not.toContain(secret);
    for (const { secret: sealed } of stored) expect(sealed.includes(Buffer.from(secret))).toBe(false);
  }
  expect(await loadCredentials(services, workspace.id, "slack")).toMatchObject({ secret: slackToken });
});

it("400 credentials that the provider refuses are not stored", async () => {
  await expect(connectSlack(await admin(), { botToken: "xoxb-wrong-token" })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    more: { details: { fields: [{ path: "botToken", message: expect.stringContaining("invalid_auth") }] } },
  });
  await expect(
    connectMicrosoft(await admin(), { ...bot, appPassword: "wrong-password" }),
  ).rejects.toMatchObject({
    more: {
      details: { fields: [{ path: "appPassword", message: expect.stringContaining("invalid_client") }] },
    },
  });
  expect(await loadCredentials(services, workspace.id, "slack")).toBeNull();
});

it("a secret copied to another workspace cannot be opened there", async () => {
  await connectSlack(await admin(), { botToken: slackToken });
  const other = await makeWorkspace(services);
  const [row] = await services.db
    .select()
    .from(integrations)
    .where(eq(integrations.workspaceId, workspace.id));
  if (row) await services.db.insert(integrations).values({ ...row, workspaceId: other.id });
  expect(await loadCredentials(services, other.id, "slack")).toBeNull();
});

it("a test checks whether the credentials still work, and the page shows the result", async () => {
  await connectSlack(await admin(), { botToken: slackToken });
  expect(await testConnection(await admin(), { platform: "slack" })).toEqual({ ok: true, detail: null });
  slack.next.push({ status: 200, body: { ok: false, error: "token_revoked" } });
  expect(await testConnection(await admin(), { platform: "slack" })).toMatchObject({ ok: false });
  expect((await listIntegrations(await admin()))[0]?.lastError).toContain("token_revoked");
});

it("403 for everyone but administrators; 404 when there is nothing to test or to disconnect", async () => {
  const location = await as(services, workspace.people.locationAdmin);
  for (const call of [
    () => listIntegrations(location),
    () => connectSlack(location, { botToken: slackToken }),
    () => connectMicrosoft(location, bot),
    () => testConnection(location, { platform: "slack" }),
    () => disconnectIntegration(location, { platform: "slack" }),
  ])
    await expect(Promise.resolve().then<unknown>(call)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(testConnection(await admin(), { platform: "slack" })).rejects.toMatchObject({
    code: "RESOURCE_NOT_FOUND",
  });
  await expect(disconnectIntegration(await admin(), { platform: "slack" })).rejects.toMatchObject({
    code: "RESOURCE_NOT_FOUND",
  });
});

it("disconnecting deletes the secret", async () => {
  await connectSlack(await admin(), { botToken: slackToken });
  await disconnectIntegration(await admin(), { platform: "slack" });
  expect(await loadCredentials(services, workspace.id, "slack")).toBeNull();
});
