import { spawn } from "node:child_process";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { labels } from "@/drizzle/schema/directory";
import { balanceAdjustments } from "@/drizzle/schema/leaves";
import { freePort } from "@/server/cli/free-port";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import { makeKey, type TestWorkspace } from "@/server/test/factories";
import { makeLeaveWorkspace, makePerson } from "@/server/test/leave-kit";
import { serve } from "@/server/test/served";
import { type ServedProcess, serveApart } from "@/server/test/served-process";
import { testServices } from "@/server/test/services";
import { Timeaway, ValidationError } from "../src/index.js";
import { buildPackage } from "./build-package";
import { type Passing, pass, passHalf, relay } from "./relay";

let services: Services;
let workspace: TestWorkspace;
let port: number;
let served: ServedProcess;

beforeAll(async () => {
  services = await testServices();
  workspace = await makeLeaveWorkspace(services);
  port = await freePort();
  served = await serveApart(port);
});
afterAll(async () => {
  await served.kill();
  await services.close();
});

const keyOfAdmin = () => makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.admin.id });

// One key's burst, so that no call waits for its rate limit.
const [clients, callsOfEach, atOnce] = [40, 50, 2];

it("2,000 calls and a server killed meanwhile: each has one effect and one answer", async () => {
  let cutCount = 0;
  const timeaways = await Promise.all(
    Array.from({ length: clients }, async () => {
      const { plain: apiKey } = await keyOfAdmin();
      return new Timeaway({
        apiKey,
        baseUrl: `http://127.0.0.1:${port}`,
        maxAttempts: 20,
        fetch: (url, init) =>
          fetch(url, init).catch((error: unknown) => {
            cutCount += 1;
            throw error;
          }),
      });
    }),
  );
  const people = await Promise.all(Array.from({ length: clients }, () => makePerson(services, workspace)));
  const leaveTypeId = encodeId("leaveType", workspace.leaveTypes.vacation);
  const answers = new Map<string, string>();
  const adjust = async (timeaway: Timeaway, client: number, call: number) => {
    const person = people[(client + call) % clients];
    const note = `Call ${call} of ${client}`;
    const { id } = await timeaway.users.adjustBalance(encodeId("user", person?.id ?? ""), {
      ...{ kind: "ADJUSTMENT", leaveTypeId, days: 0.5, effectiveDate: "2026-11-25", note },
    });
    expect(answers.has(note)).toBe(false);
    answers.set(note, id);
  };
  const done = Promise.all(
    timeaways.flatMap((timeaway, client) =>
      Array.from({ length: atOnce }, async (_, lane) => {
        for (let call = lane; call < callsOfEach; call += atOnce) await adjust(timeaway, client, call);
      }),
    ),
  );
  const saved = () =>
    services.db
      .select({ id: balanceAdjustments.id, note: balanceAdjustments.note })
      .from(balanceAdjustments)
      .where(eq(balanceAdjustments.workspaceId, workspace.id));
  let unansweredCount = 0;
  // Some kills hit the moment between an effect and its answer: the loop repeats until one has.
  for (let kills = 1; kills <= 3 || (kills <= 30 && unansweredCount === 0); kills += 1) {
    while (answers.size < kills * 60) await delay(5);
    await served.kill();
    // Answers that were sent have arrived by then.
    await delay(200);
    unansweredCount += (await saved()).length - answers.size;
    served = await serveApart(port);
  }
  await done;
  expect([cutCount > 0, unansweredCount > 0]).toEqual([true, true]);
  const rows = await saved();
  expect([answers.size, rows.length]).toEqual([clients * callsOfEach, clients * callsOfEach]);
  expect(new Map(rows.map(({ id, note }) => [note, encodeId("adjustment", id)]))).toEqual(answers);
}, 120_000);

/** Labels of the workspace by name, as stored in the server. */
async function labelsNamed(start: string): Promise<[name: string, id: string][]> {
  const rows = await services.db
    .select({ id: labels.id, name: labels.name })
    .from(labels)
    .where(and(eq(labels.workspaceId, workspace.id), like(labels.name, `${start}%`)));
  return rows.map(({ id, name }) => [name, encodeId("label", id)]);
}

it.each([
  ["a response cut in the middle", passHalf],
  [
    "a proxy that gives up and answers in HTML",
    (response) => void response.writeHead(504, { "content-type": "text/html" }).end("<html>Timeout</html>"),
  ],
] as [string, Passing][])(
  "%s, after the write had its effect: one effect, and its answer",
  async (name, fault) => {
    const between = await relay(`http://127.0.0.1:${port}`, (count) => (count < 3 ? fault : pass));
    const { plain: apiKey } = await keyOfAdmin();
    const timeaway = new Timeaway({ apiKey, baseUrl: between.baseUrl });
    const { id } = await timeaway.labels.create({ name: name.slice(0, 30), color: "0000ff" });
    await between.close();
    expect(await labelsNamed(name.slice(0, 30))).toEqual([[name.slice(0, 30), id]]);
  },
);

it("a laptop that sleeps while writes are in flight: each has one effect and one answer", async () => {
  const asleep: ServerResponse[] = [];
  const between = await relay(`http://127.0.0.1:${port}`, (count) =>
    count > 10 && count <= 30 ? (response) => void asleep.push(response) : pass,
  );
  const { plain } = await keyOfAdmin();
  const built = buildPackage();
  const script = `import { Timeaway } from ${JSON.stringify(pathToFileURL(`${built.folder}/dist/index.js`))};
    const timeaway = new Timeaway({ apiKey: ${JSON.stringify(plain)}, baseUrl: "${between.baseUrl}", timeoutMs: 5000 });
    await Promise.all(Array.from({ length: 30 }, async (_, n) => {
      const name = "Asleep " + n;
      const { id } = await timeaway.labels.create({ name, color: "0000ff" });
      console.log(JSON.stringify([name, id]));
    }));`;
  const laptop = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  laptop.stdout.on("data", (chunk: Buffer) => {
    printed += chunk;
  });
  const ended = once(laptop, "close");
  while (asleep.length < 20) await delay(10);
  laptop.kill("SIGSTOP");
  // The network drops idle connections, and every attempt times out.
  for (const response of asleep) response.destroy();
  await delay(6000);
  laptop.kill("SIGCONT");
  expect(await ended).toEqual([0, null]);
  await between.close();
  built.remove();
  const answers = printed
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(answers).toHaveLength(30);
  expect(new Map(answers)).toEqual(new Map(await labelsNamed("Asleep")));
});

it("400 a page token of three days ago: expired, and a new list begins", async () => {
  let aheadMs = 0;
  const ahead = await serve({ clock: () => new Date(Date.now() + aheadMs) });
  const { plain: apiKey } = await keyOfAdmin();
  const { users } = new Timeaway({ apiKey, baseUrl: ahead.url });
  const first = await users.list({ limit: 2 });
  aheadMs = 3 * day + 1000;
  const next = first.next();
  await expect(next).rejects.toBeInstanceOf(ValidationError);
  await expect(next).rejects.toMatchObject({ fields: [{ path: "nextToken" }] });
  expect((await users.list({ limit: 2 })).data).toEqual(first.data);
  await ahead.close();
});
