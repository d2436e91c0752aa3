import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import * as sdk from "zapier-platform-core";
import { eventTypes } from "@/drizzle/schema/values";
import { decodeId, encodeId } from "@/server/kernel/schema";
import { hour } from "@/server/kernel/time/clock";
import { signingSecrets } from "@/server/modules/integrations/webhooks/secret";
import { cancelLeave } from "@/server/modules/leave/requests/cancel";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { clientUuid } from "@/server/oauth/clients/client-id";
import { revokeApp } from "@/server/oauth/grants/revoke";
import type { OauthScope } from "@/server/oauth/scopes";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import { as, days, makeLeaveWorkspace } from "@/server/test/leave-kit";
import { makeGrant } from "@/server/test/mcp-kit";
import { confidentialClient, consent, pkce, sessionOfPerson } from "@/server/test/oauth-kit";
import { type Served, serve } from "@/server/test/serve-kit";
import { standingClock } from "@/server/test/services";
import {
  answering,
  forgetDeliveries,
  isSignedWith,
  type Receiver,
  receiver,
  sendDue,
  webhookRow,
} from "@/server/test/webhook-kit";
import app from "./app";

const clock = standingClock();
const zapier = sdk.createAppTester(app);
const { authentication, searches, triggers } = app;
const returnUrl = "https://zapier.com/dashboard/auth/oauth/return/App1CLIAPI/";

let served: Served;
let workspace: TestWorkspace;
let client: { id: string; secret: string };
let target: Receiver;

beforeAll(async () => {
  served = await serve(clock);
  target = await receiver(served.services);
});
afterAll(async () => {
  await target.close();
  await served.close();
});
beforeEach(async () => {
  await forgetDeliveries(served.services);
  target.hits.length = 0;
  target.answer = answering(204);
  workspace = await makeLeaveWorkspace(served.services);
  client = await confidentialClient(served.services, { redirectUris: [returnUrl], scopes });
  Object.assign(process.env, {
    ...{ AUTH_URL: served.origin, BASE_URL: served.origin },
    ...{ CLIENT_ID: client.id, CLIENT_SECRET: client.secret },
  });
});

const scopes: OauthScope[] = ["zapier:webhooks", "mcp:users:read", "mcp:leaves:read"];

interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** Zapier's part around the app: the address with PKCE, the user's answer, and the input of the exchange. */
async function approve(person: TestPerson) {
  const { verifier, challenge } = pkce();
  const inputData = { redirect_uri: returnUrl, state: "zapier-state" };
  const asked = new URL(String(await zapier(authentication.oauth2Config.authorizeUrl, { inputData })));
  asked.searchParams.set("code_challenge", challenge);
  asked.searchParams.set("code_challenge_method", "S256");
  const page = await fetch(asked, { redirect: "manual" });
  const session = new URL(page.headers.get("location") ?? "").searchParams.get("session") ?? "";
  const who = await sessionOfPerson(served.services, person);
  const back = new URL(await consent(served.services, session, who));
  expect([back.origin + back.pathname, back.searchParams.get("state")]).toEqual([returnUrl, "zapier-state"]);
  return { ...inputData, code: back.searchParams.get("code"), code_verifier: verifier };
}

const connect = async (person: TestPerson): Promise<Tokens> =>
  zapier(authentication.oauth2Config.getAccessToken, { inputData: await approve(person) });

const token = async (person: TestPerson) => ({
  authData: { access_token: (await makeGrant(served.services, person, scopes)).token },
});

type Perform = (z: ZObject, bundle: Bundle) => unknown;
type Hook = Record<"perform" | "performList" | "performSubscribe" | "performUnsubscribe", Perform>;
const hookOf = (key: string) => triggers[key]?.operation as unknown as Hook & Trigger["operation"];

/** The handler on Zapier's machines: the SDK exports it, but its types omit it. */
const handlerOf = (definition: object) =>
  (
    sdk as unknown as {
      createAppHandler(app: object): (event: { command: string }) => Promise<{ results: unknown[] }>;
    }
  ).createAppHandler(definition);

const fail = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.unreachable("it succeeded"),
    (error: Error) => error,
  );

/** The user's message in Zapier; the rest of the text repeats the input. */
const messageOf = (error: Error): string => JSON.parse(error.message).message;

describe("the definition", () => {
  it("is valid by Zapier's own schema, as `zapier validate` sees it", async () => {
    expect((await handlerOf(app)({ command: "validate" })).results).toEqual([]);
    const faulty = { ...app, platformVersion: "none" };
    expect((await handlerOf(faulty)({ command: "validate" })).results).not.toEqual([]);
  });

  it("has a trigger for every leave event", () => {
    const labels = Object.values(triggers).map(({ key, display: { label } }) => [key, label]);
    expect(labels).toEqual(
      eventTypes
        .filter((event) => event.startsWith("leave."))
        .map((event) => {
          const [, verb = ""] = event.split(".");
          return [`leave_${verb}`, `Leave ${verb.charAt(0).toUpperCase()}${verb.slice(1)}`];
        }),
    );
  });

  it("names each field once, and every field of a sample", () => {
    for (const { operation } of [...Object.values(triggers), ...Object.values(searches)]) {
      const fields = (operation.outputFields ?? []) as { key: string; label: string }[];
      expect(new Set(fields.map(({ label }) => label)).size).toBe(fields.length);
      const keys = fields.map(({ key }) => key);
      const unnamed = pathsOf(operation.sample ?? {}).filter((path) => !keys.includes(path));
      // Null in a sample, and the IDs of records that another field names already.
      expect(
        unnamed.filter((path) => !/__(approver|requestedChange|(user|leaveType)__id)$/.test(path)),
      ).toEqual([]);
    }
  });

  it("is published with the version of the SDK that it is tested with", () => {
    const versionIn = (file: string, group: string) =>
      JSON.parse(readFileSync(file, "utf8"))[group]["zapier-platform-core"];
    expect(versionIn("e2e/zapier-app/package.json", "dependencies")).toBe(
      versionIn("package.json", "devDependencies"),
    );
  });
});

/** `leave__user__name`: Zapier's name of a nested field. */
const pathsOf = (value: object): string[] =>
  Object.entries(value).flatMap(([key, of]) =>
    of !== null && typeof of === "object" && !Array.isArray(of)
      ? pathsOf(of).map((path) => `${key}__${path}`)
      : [key],
  );

describe("connecting", () => {
  it("signs in with PKCE through the consent page, and names the connection", async () => {
    const authData = { ...(await connect(workspace.people.user)) };
    expect(Object.keys(authData).sort()).toEqual(["access_token", "refresh_token"]);
    expect(await zapier(authentication.test, { authData })).toEqual({
      ...{ id: encodeId("user", workspace.people.user.id), name: "Uma User", workspace: "Test workspace" },
    });
  });

  it("400 for a code_verifier other than the approval's", async () => {
    const inputData = { ...(await approve(workspace.people.user)), code_verifier: pkce().verifier };
    const error = await fail(zapier(authentication.oauth2Config.getAccessToken, { inputData }));
    expect(JSON.parse(error.message)).toMatchObject({ code: "token_refused", status: 400 });
  });

  it("an expired token is refreshed, and the new one works", async () => {
    const before = await connect(workspace.people.user);
    clock.pass(hour + 1);
    const stale = await fail(zapier(authentication.test, { authData: { ...before } }));
    expect(stale.name).toBe("RefreshAuthError");
    const authData = {
      ...(await zapier(authentication.oauth2Config.refreshAccessToken, { authData: { ...before } })),
    };
    expect(authData).not.toEqual(before);
    expect(await zapier(authentication.test, { authData })).toMatchObject({ name: "Uma User" });
  });

  it("401 after the connection was ended: the refresh fails, and Zapier asks to reconnect", async () => {
    const authData = { ...(await connect(workspace.people.user)) };
    await revokeApp(await as(served.services, workspace.people.user), clientUuid(client.id));
    expect((await fail(zapier(authentication.test, { authData }))).name).toBe("RefreshAuthError");
    const over = await fail(zapier(authentication.oauth2Config.refreshAccessToken, { authData }));
    expect([over.name, over.message.split("\n")[0]]).toEqual([
      "ExpiredAuthError",
      "The connection to Timeaway has ended. Reconnect it to continue.",
    ]);
  });
});

describe("triggers", () => {
  const request = async (person: TestPerson, day: string) =>
    requestLeave(await as(served.services, person), days(person, day));

  it("a subscribed event arrives signed and becomes a Zap's item, until unsubscribed", async () => {
    const { user } = workspace.people;
    const bundle = await token(user);
    const { performSubscribe, performUnsubscribe, perform } = hookOf("leave_requested");
    const subscribeData = (await zapier(performSubscribe, { ...bundle, targetUrl: target.url })) as {
      id: string;
    };
    const hook = await webhookRow(served.services, decodeId("webhook", subscribeData.id) ?? "");
    expect(hook).toMatchObject({ url: target.url, events: ["leave.requested"], ownerId: user.id });

    const leave = await request(user, "2026-12-01");
    await cancelLeave(await as(served.services, user), leave.id, undefined);
    await sendDue(served.services);
    expect(target.hits).toHaveLength(1);
    const [hit] = target.hits as [Receiver["hits"][number]];
    const [secret] = signingSecrets(served.services, hook) as [Buffer];
    const whsec = `whsec_${secret.toString("base64")}`;
    expect(isSignedWith(whsec, hit)).toBe(true);
    expect(isSignedWith(whsec, { ...hit, body: hit.body.replace("OPEN", "APPROVED") })).toBe(false);
    const cleanedRequest = JSON.parse(hit.body);
    const items = await zapier(perform, { cleanedRequest });
    expect(items).toEqual([
      {
        id: hit.headers["webhook-id"],
        event: "leave.requested",
        occurredAt: clock().toISOString(),
        previousStatus: null,
        leave: expect.objectContaining({
          id: encodeId("leave", leave.id),
          startDate: "2026-12-01",
          user: expect.objectContaining({ name: "Uma User" }),
        }),
      },
    ]);

    await zapier(performUnsubscribe, { ...bundle, subscribeData });
    expect((await webhookRow(served.services, hook.id)).status).toBe("revoked");
    // Zapier may retry.
    await zapier(performUnsubscribe, { ...bundle, subscribeData });
    await request(user, "2026-12-02");
    await sendDue(served.services);
    expect(target.hits).toHaveLength(1);
  });

  it("each has samples of the delivered shape: the newest, or a made-up one", async () => {
    const { user } = workspace.people;
    const bundle = await token(user);
    const leave = await request(user, "2026-12-01");
    for (const { key, operation } of Object.values(triggers)) {
      const items = (await zapier(hookOf(key).performList, bundle)) as { leave: { id: string } }[];
      const isReal = key === "leave_requested";
      expect([key, items.length, items[0]?.leave.id === encodeId("leave", leave.id)]).toEqual([
        key,
        1,
        isReal,
      ]);
      expect(pathsOf(items[0] ?? {}).sort()).toEqual(pathsOf(operation.sample ?? {}).sort());
    }
  });

  it("a refusal keeps Timeaway's own words", async () => {
    const bundle = await token(workspace.people.user);
    const { performSubscribe } = hookOf("leave_requested");
    const error = await fail(zapier(performSubscribe, { ...bundle, targetUrl: "https://10.0.0.1/x" }));
    expect(JSON.parse(error.message)).toMatchObject({
      code: "refused",
      message: expect.stringContaining("URL"),
    });
  });
});

describe("searches", () => {
  const search = (key: keyof typeof searches, bundle: object, inputData: object): Promise<unknown> =>
    zapier(searches[key].operation.perform as Perform, { ...bundle, inputData });

  it("finds people within the user's sight, in the shape of the sample", async () => {
    const bundle = await token(workspace.people.admin);
    const found = (await search("find_person", bundle, { name: "uma" })) as object[];
    expect(found).toMatchObject([{ id: encodeId("user", workspace.people.user.id), name: "Uma User" }]);
    expect(pathsOf(found[0] ?? {})).toEqual(pathsOf(searches.find_person.operation.sample ?? {}));
    expect(await search("find_person", bundle, { name: "nobody" })).toEqual([]);
  });

  it("finds the user's own leave, and that of people they manage", async () => {
    const { user, admin } = workspace.people;
    const leave = await requestLeave(await as(served.services, user), days(user, "2026-12-01"));
    const dates = { startDate: "2026-12-01T00:00:00Z", endDate: "2026-12-31" };
    const found = { id: encodeId("leave", leave.id), userName: "Uma User", status: "OPEN" };
    expect(await search("find_leave", await token(user), { ...dates, of: "me" })).toMatchObject([found]);
    const manager = await token(admin);
    expect(await search("find_leave", manager, { ...dates, of: "me" })).toEqual([]);
    const of = { ...dates, of: "everyone" };
    const [one] = (await search("find_leave", manager, of)) as object[];
    expect(one).toMatchObject(found);
    expect(Object.keys(one ?? {})).toEqual(Object.keys(searches.find_leave.operation.sample ?? {}));
    for (const [person, count] of [
      [user, 1],
      [admin, 0],
    ] as const) {
      const userId = encodeId("user", person.id);
      expect(await search("find_leave", manager, { ...of, userId })).toHaveLength(count);
    }
  });

  it("403 a connection without the permission says so, and so do invalid dates", async () => {
    const { user } = workspace.people;
    const { token: access_token } = await makeGrant(served.services, user, [
      "zapier:webhooks",
      "mcp:leaves:read",
    ]);
    const refused = await fail(search("find_person", { authData: { access_token } }, { name: "uma" }));
    expect(messageOf(refused)).toContain("mcp:users:read");
    const wrong = await fail(
      search("find_leave", await token(user), { startDate: "soon", endDate: "later", of: "me" }),
    );
    expect(messageOf(wrong)).toContain("startDate: ");
  });
});
