import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "@/server/access/ctx";
import { freePort } from "@/server/cli/free-port";
import type { Services } from "@/server/kernel/services";
import { recordEvent } from "@/server/modules/integrations/events/record";
import { makeKey, makeWorkspace, type TestKey, type TestWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { type ServedProcess, serveApart } from "@/server/test/served-process";
import { testServices } from "@/server/test/services";
import {
  answering,
  forgetDeliveries,
  makeWebhook,
  type Receiver,
  receiver,
  sendDue,
} from "@/server/test/webhook-kit";
import { unwrapWebhook } from "../src/index.js";
import { type BuiltPackage, buildPackage } from "./build-package";

let built: BuiltPackage;
let services: Services;
let port: number;
let served: ServedProcess;
let workspace: TestWorkspace;
let key: TestKey;
let target: Receiver;
const running: ChildProcess[] = [];

beforeAll(async () => {
  built = buildPackage();
  services = await testServices();
  port = await freePort();
  served = await serveApart(port);
});
afterAll(async () => {
  built.remove();
  await served.kill();
  await services.close();
});
beforeEach(async () => {
  await forgetDeliveries(services);
  target = await receiver(services);
  workspace = await makeWorkspace(services);
  key = await makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.admin.id });
});
afterEach(async () => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
  await target.close();
});

/** Records events about a user, as the service writes them. */
async function happen(count: number): Promise<void> {
  const { admin, user } = workspace.people;
  const data = { userId: user.id, previousStatus: "ACTIVE" as const };
  for (let n = 0; n < count; n += 1)
    await inTransaction(await as(services, admin), (tx) =>
      recordEvent(tx, { type: "user.updated", subjectUserId: user.id, data }),
    );
}

interface Listening {
  out(): string;
  lines(): string[];
  stop(name?: NodeJS.Signals): Promise<number | null>;
  ended: Promise<number | null>;
}

/** Starts the installed command in its own process. */
function start(args: readonly string[], env: Record<string, string> = {}): Listening {
  const child = spawn(process.execPath, [built.command, ...args], {
    env: { NODE_ENV: "test", PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let [printed, noted] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    printed += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    noted += chunk;
  });
  const ended = once(child, "close").then(([code]) => code as number | null);
  return {
    out: () => noted,
    lines: () => printed.split("\n").filter(Boolean),
    ended,
    stop(name = "SIGINT") {
      child.kill(name);
      return ended;
    },
  };
}

const usual = () => ({ TIMEAWAY_API_KEY: key.plain, TIMEAWAY_BASE_URL: `http://127.0.0.1:${port}` });
const ready = (one: Listening) => expect.poll(one.out, { timeout: 10_000 }).toContain("Ctrl-C ends.");
const ids = (hits = target.hits) => hits.map(({ headers }) => headers["webhook-id"]);
const secretOf = (one: Listening) => /whsec_\S+/.exec(one.out())?.[0] ?? "";

async function listening(...more: string[]): Promise<Listening> {
  const one = start(["listen", "--forward-to", `${target.url}?listen`, ...more], usual());
  await ready(one);
  return one;
}

describe("events", () => {
  it("arrive once, in order and signed, exactly as in a webhook of the same owner", async () => {
    await happen(2);
    await makeWebhook(services, workspace.people.admin, {
      url: `${target.url}?webhook`,
      events: ["user.updated"],
    });
    // `since` has a precision of whole seconds.
    await delay(1100);
    const one = await listening();
    await happen(12);
    await sendDue(services);
    const of = (name: string) => target.hits.filter(({ path }) => path.endsWith(name));
    await expect.poll(() => of("?listen").length, { timeout: 10_000 }).toBe(12);
    const [ours, theirs] = [of("?listen"), of("?webhook")];
    expect(ids(ours).toSorted()).toEqual(ids(theirs).toSorted());
    for (const { body, headers } of ours) {
      const delivered = theirs.find((hit) => hit.headers["webhook-id"] === headers["webhook-id"]);
      expect(body).toBe(delivered?.body);
      const shape = ({ connection, "webhook-timestamp": _at, "webhook-signature": _by, ...rest } = headers) =>
        rest;
      expect(shape(headers)).toEqual(shape(delivered?.headers));
      expect((await unwrapWebhook(body, headers, secretOf(one))).id).toBe(headers["webhook-id"]);
    }
    await expect.poll(one.lines, { timeout: 10_000 }).toHaveLength(12);
    for (const [n, line] of one.lines().entries())
      expect(line).toMatch(
        new RegExp(`^\\d\\d:\\d\\d:\\d\\d  user\\.updated {6}${ids(ours)[n]}  204  \\d+ ms$`),
      );
    expect(await one.stop()).toBe(0);
    expect(one.out()).toContain("Ended. 12 accepted, 0 given up.");
  });

  it("are neither lost nor duplicated when the server is killed and started again", async () => {
    const one = await listening("--events", "user.updated,leave.approved");
    await happen(3);
    await expect.poll(() => target.hits.length, { timeout: 10_000 }).toBe(3);
    await served.kill();
    await happen(3);
    await expect.poll(one.out, { timeout: 10_000 }).toContain("Trying again.");
    served = await serveApart(port);
    await happen(3);
    await expect.poll(() => target.hits.length, { timeout: 15_000 }).toBe(9);
    await expect.poll(one.out, { timeout: 10_000 }).toContain("Events can be read again.");
    const all = start(
      ["listen", "--forward-to", `${target.url}?again`, "--since", "2026-01-01T00:00:00Z"],
      usual(),
    );
    await expect.poll(() => target.hits.length, { timeout: 10_000 }).toBe(18);
    expect(ids(target.hits.slice(0, 9))).toEqual(ids(target.hits.slice(9)));
    expect(new Set(ids()).size).toBe(9);
    expect([await one.stop(), await all.stop("SIGTERM")]).toEqual([0, 0]);
  });

  const said = (one: Listening) =>
    one.lines().map((line) => line.replace(/^.* msg_\w+ {2}/, "").replaceAll(/ {2}(\d+ )?/g, " "));

  it("are retried to a receiver that fails, with a line for each attempt", async () => {
    target.answer = (request, response, hit) =>
      answering(target.hits.length < 3 ? 500 : 204)(request, response, hit);
    const one = await listening("--secret", `whsec_${Buffer.alloc(32, 1).toString("base64")}`);
    await happen(2);
    await expect.poll(() => said(one), { timeout: 15_000 }).toHaveLength(4);
    expect(said(one)).toEqual(["500 ms again in 1 s", "500 ms again in 2 s", "204 ms", "204 ms"]);
    const [first, second, third, next] = ids();
    expect([second, third]).toEqual([first, first]);
    expect(next).not.toBe(first);
    expect(one.out()).not.toContain("Signing secret");
  });

  it("wait for an unavailable receiver, however long, and Ctrl-C ends the wait", async () => {
    await happen(2);
    const toPort = await freePort();
    const since = ["--since", "2026-01-01"];
    const one = start(["listen", "--forward-to", `http://127.0.0.1:${toPort}/hook`, ...since], usual());
    const refused = "ECONNREFUSED ms waiting until it is there";
    await expect.poll(() => said(one), { timeout: 10_000 }).toEqual([refused]);
    // Longer than four attempts take.
    await delay(8000);
    expect(said(one)).toEqual([refused]);
    const late = createServer((_, response) => void response.writeHead(204).end()).listen(
      toPort,
      "127.0.0.1",
    );
    await expect.poll(() => said(one), { timeout: 10_000 }).toEqual([refused, "204 ms", "204 ms"]);
    late.closeAllConnections();
    await new Promise((resolve) => late.close(resolve));
    await happen(1);
    await expect.poll(() => said(one), { timeout: 10_000 }).toHaveLength(4);
    expect(await one.stop()).toBe(0);
    expect(one.out()).toContain("Ended. 2 accepted, 0 given up.");
  });
});

describe("ends", () => {
  const to = ["listen", "--forward-to", "http://127.0.0.1:9/hook"];
  const ended = async (args: readonly string[], env: Record<string, string> = {}) => {
    const one = start(args, env);
    const code = await one.ended;
    return { code, said: one.out(), printed: one.lines().join("\n") };
  };

  it.each([
    [[], "No command"],
    [["lisen"], "Unknown command 'lisen'"],
    [["listen"], "--forward-to is missing"],
    [["listen", "--forward"], "Unknown option '--forward'"],
    [["listen", "--forward-to", "localhost:4000"], "--forward-to must be an http or https URL"],
    [
      ["listen", "--forward-to", "http://a:b@localhost:4000/"],
      "--forward-to must be without a username and password",
    ],
    [[...to, "more"], "Unexpected argument 'more'"],
    [[...to, "--api-key", "svc live"], "--api-key must be a key as it was shown"],
    [[...to, "--api-key", ""], "--api-key is missing, and TIMEAWAY_API_KEY is not set"],
    [[...to, "--api-key", "k"], "--base-url is missing, and TIMEAWAY_BASE_URL is not set"],
    [[...to, "--api-key", "k", "--base-url", "ftp://a"], "--base-url must be an http or https URL"],
    [[...to, "--api-key", "k", "--base-url", "http://a", "--since", "1 hour"], "--since must be a time"],
    [[...to, "--api-key", "k", "--base-url", "http://a", "--events", "a,"], "--events must be types"],
    [
      [...to, "--api-key", "k", "--base-url", "http://a", "--secret", "whsec_%"],
      "--secret must have the form",
    ],
  ])("2 for a wrong option: %j", async (args, words) => {
    const { code, said } = await ended(args);
    expect([code, said.split("\n").length]).toEqual([2, 2]);
    expect(said).toContain(`timeaway: ${words}`);
    expect(said).toContain("--help lists the options.");
  });

  it("2 for an unknown type", async () => {
    const { code, said } = await ended([...to, "--events", "leave.moved"], usual());
    expect([code, said]).toEqual([2, expect.stringMatching(/timeaway: --events: Must be/)]);
  });

  it("1 for an address with a path", async () => {
    const { code, said } = await ended(to, { ...usual(), TIMEAWAY_BASE_URL: `http://127.0.0.1:${port}/v2` });
    expect([code, said]).toEqual([
      1,
      expect.stringContaining("--base-url and TIMEAWAY_BASE_URL have no path"),
    ]);
  });

  it("1 for a wrong key, and says what to do", async () => {
    const { code, said } = await ended([...to, "--api-key", "svc_live_wrong"], usual());
    expect(code).toBe(1);
    expect(said).toContain("Give --api-key or TIMEAWAY_API_KEY a key of this installation");
    expect(said).toMatch(/\(UNAUTHORIZED, req_\w+\)/);
    expect(said).not.toContain("svc_live_wrong");
    expect(said).not.toContain("whsec_");
  });

  it("1 for a key that lacks a scope, and names it", async () => {
    const { admin } = workspace.people;
    const less = await makeKey(services, {
      workspaceId: workspace.id,
      ownerId: admin.id,
      scopes: ["leaves:read"],
    });
    const { code, said } = await ended(to, { ...usual(), TIMEAWAY_API_KEY: less.plain });
    expect([code, said]).toEqual([1, expect.stringContaining("The key lacks: webhooks:read.")]);
  });

  it("0 for help and version", async () => {
    const help = await ended(["--help"]);
    expect([help.code, help.printed]).toEqual([0, expect.stringContaining("--forward-to <url>")]);
    expect(await ended(["--version"])).toMatchObject({ code: 0, printed: expect.stringMatching(/^\d+\.\d/) });
  });
});
