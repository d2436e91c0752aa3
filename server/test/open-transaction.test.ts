import { lookup, Resolver } from "node:dns/promises";
import { createServer, type Server } from "node:http";
import net, { type AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inTransaction, systemContext } from "@/server/access/ctx";
import type { Services } from "@/server/kernel/services";
import { takeViolations, watchTransactions } from "./open-transaction";
import { testServices } from "./services";

let services: Services;
let server: Server;
const port = () => (server.address() as AddressInfo).port;

beforeAll(async () => {
  services = await testServices({ mailer: { send: async () => undefined, close: () => undefined } });
  server = createServer((_request, response) => response.end()).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
});
afterAll(async () => {
  await services.close();
  server.close();
});

const connect = () =>
  new Promise<void>((resolve) => {
    const socket = net.connect(port(), "127.0.0.1", () => {
      socket.destroy();
      resolve();
    });
  });
const get = async () => void (await (await fetch(`http://127.0.0.1:${port()}`)).text());
const ignored = (asked: Promise<unknown>): Promise<void> =>
  asked.then(
    () => undefined,
    () => undefined,
  );

it.each([
  ["a socket", connect],
  ["fetch", get],
  ["fetch over a connection that is open already", get],
  ["a name that the machine looks up", () => ignored(lookup("localhost"))],
  ["a name server", () => ignored(new Resolver({ timeout: 10, tries: 1 }).resolve4("example.invalid"))],
  ["a mail", () => services.mailer.send({ to: "a@example.com", subject: "x", text: "x", html: "x" })],
])("detected inside a transaction, and only there: %s", async (_what, ask: () => Promise<void>) => {
  await ask();
  expect(takeViolations()).toEqual([]);
  await services.db.transaction(async (tx) => {
    await tx.execute("select 1");
    await tx.transaction(async () => {
      await delay(1);
      await ask();
    });
  });
  expect(takeViolations()).not.toEqual([]);
  await ask();
  expect(takeViolations()).toEqual([]);
});

it("recorded once, however many files this process has run", async () => {
  for (let file = 0; file < 20; file++) watchTransactions();
  await services.db.transaction(connect);
  expect(takeViolations()).toHaveLength(1);
});

it("work after a commit is outside", async () => {
  let after: Promise<void> | undefined;
  await inTransaction(systemContext(services), async ({ afterCommit }) => {
    afterCommit?.push(() => {
      after = connect();
    });
  });
  await after;
  expect(takeViolations()).toEqual([]);
});

it("the database's own connections are no violation", async () => {
  await services.db.transaction(async () => {
    await Promise.all(Array.from({ length: 6 }, () => services.db.execute("select pg_sleep(0.02)")));
    await services.admission.execute("select 1");
  });
  expect(takeViolations()).toEqual([]);
});
