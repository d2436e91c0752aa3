import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventTypes } from "@/drizzle/schema/values";
import { encodeId } from "@/server/kernel/schema";
import { samplePayload } from "@/server/modules/integrations/webhooks/sample-payload";
import { requestLeave } from "@/server/modules/leave/requests/request";
import type { TestPerson } from "@/server/test/factories";
import { as, days, makeLeaveWorkspace } from "@/server/test/leave-kit";
import { confidentialClient, consent, pkce, sessionOfPerson } from "@/server/test/oauth-kit";
import { type Served, serve } from "@/server/test/serve-kit";
import { standingClock } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { isSignedWith, type Receiver, receiver, sendDue } from "@/server/test/webhook-kit";

const page = readFileSync("docs/automation.md", "utf8");
const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code = ""]) => code);

const redirect = "http://127.0.0.1:5678/callback";
let served: Served;
let target: Receiver;
let person: TestPerson;
/** The environment of the reader's shell. */
let shell: NodeJS.ProcessEnv;

beforeAll(async () => {
  served = await serve(standingClock());
  target = await receiver(served.services);
  person = (await makeLeaveWorkspace(served.services)).people.user;
  const scopes = ["zapier:webhooks", "mcp:users:read", "mcp:leaves:read"] as const;
  const client = await confidentialClient(served.services, { redirectUris: [redirect], scopes: [...scopes] });
  const { verifier, challenge } = pkce();
  shell = {
    NODE_ENV: "test",
    ...{ AUTH: served.origin, BASE: served.origin, REDIRECT: redirect, TARGET: target.url },
    ...{ CLIENT_ID: client.id, CLIENT_SECRET: client.secret, VERIFIER: verifier, CHALLENGE: challenge },
  };
});
afterAll(async () => {
  await target.close();
  await served.close();
});

/** The words of the page's command that contains a text, split as a shell would, with the reader's variables substituted. */
function words(holds: string): string[] {
  const found = blocks.filter((block) => block.includes(holds));
  if (found.length !== 1) throw new Error(`${found.length} commands of the page hold ${holds}`);
  const code = found[0]?.replace(/^[A-Z_]+=.*$/gm, "") ?? "";
  const say = `curl() { printf '%s\\0' "$@"; }\n`;
  return execFileSync("sh", ["-euc", say + code], { env: shell, encoding: "utf8" })
    .split("\0")
    .slice(0, -1);
}

/** Sends the request that curl would send. */
async function curl(holds: string): Promise<{ status: number; text: string }> {
  const headers = new Headers();
  const data: string[] = [];
  let [url, method] = ["", "GET"];
  const given = words(holds);
  while (given.length > 0) {
    const word = given.shift() ?? "";
    const value = () => given.shift() ?? "";
    if (word === "-H") headers.append(...(value().split(": ", 2) as [string, string]));
    else if (word === "-d") data.push(value());
    else if (word === "-X") method = value();
    else if (word === "-o" || word === "-w") value();
    else if (word !== "-s") url = word;
  }
  if (data.length > 0) {
    method = "POST";
    if (!headers.has("content-type")) headers.set("content-type", "application/x-www-form-urlencoded");
  }
  const body = data.length > 0 ? data.join("&") : null;
  const answer = await fetch(url, { method, headers, body });
  return { status: answer.status, text: await answer.text() };
}

const json = async (holds: string) => JSON.parse((await curl(holds)).text);

const found = async (tool: string) => {
  const { text } = await curl(`"name":"${tool}"`);
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result.structuredContent;
};

it("200 the commands of docs/automation.md, in order, do what the page says", async () => {
  const echo = blocks.find((block) => block.includes("code_challenge=$CHALLENGE")) ?? "";
  const address = execFileSync("sh", ["-euc", echo.replace(/^[A-Z_]+=.*$/gm, "")], { env: shell }).toString();
  const asked = await fetch(address.trim(), { redirect: "manual" });
  const session = new URL(asked.headers.get("location") ?? "").searchParams.get("session") ?? "";
  const who = await sessionOfPerson(served.services, person);
  const back = new URL(await consent(served.services, session, who));
  shell.CODE = back.searchParams.get("code") ?? "";
  shell.REFRESH_TOKEN = (await json("grant_type=authorization_code")).refresh_token;
  shell.TOKEN = (await json("grant_type=refresh_token")).access_token;

  expect(await json("/hooks/me")).toMatchObject({ id: encodeId("user", person.id), name: person.name });
  expect(await json("/hooks/samples/")).toEqual([samplePayload("leave.requested")]);
  const subscribed = await curl("targetUrl");
  expect(subscribed.status).toBe(201);
  shell.HOOK_ID = JSON.parse(subscribed.text).id;
  await expectSignedAfterRotation(shell.HOOK_ID ?? "");
  expect((await curl("-X DELETE")).status).toBe(204);
  expect((await curl("-X DELETE")).status).toBe(404);
  expect(await found("find_users")).toMatchObject({ users: expect.any(Array), isCut: false });
  expect(await found("get_leaves")).toEqual({ leaves: [], isCut: false });
});

/** "Verify the signature": the secret that the dashboard shows once signs the next deliveries. */
async function expectSignedAfterRotation(id: string) {
  const { webhooks: pages } = await signedInCaller(served.services, person);
  const { secret } = await pages.rotateSecret({ id, overlapSeconds: 0 });
  await requestLeave(await as(served.services, person), days(person, "2027-01-04"));
  await sendDue(served.services);
  expect(target.hits.map((hit) => isSignedWith(secret, hit))).toEqual([true]);
}

it("the page names every event that an app can subscribe to, and no other", () => {
  const named = new Set(page.match(/\b(?:leave|user)\.[a-z]+(?=`)/g));
  expect([...named]).toEqual(eventTypes.filter((type) => type.startsWith("leave.")));
});
