import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Command } from "commander";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { connections, emailDomains } from "@/drizzle/schema/connections";
import { operations } from "@/drizzle/schema/operations";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import { day, hour, plus, utcDay } from "@/server/kernel/time/clock";
import { keyring } from "@/server/oauth/keys/keyring";
import { emptyDatabase } from "@/server/test/database";
import { makeWorkspace } from "@/server/test/factories";
import { testEnvironment, testServices } from "@/server/test/services";
import { doctorCommand, UnwellError } from "../commands/doctor";
import { freePort } from "../free-port";
import { examine } from "./examine";
import type { Finding } from "./finding";

const dataDir = mkdtempSync(path.join(tmpdir(), "timeaway-doctor-"));
let environment: Awaited<ReturnType<typeof testEnvironment>>;
let services: Awaited<ReturnType<typeof testServices>>;
beforeAll(async () => {
  environment = { ...(await testEnvironment()), DATA_DIR: dataDir };
  services = await testServices();
  await keyring(services);
});
afterAll(async () => {
  await services.close();
  rmSync(dataDir, { recursive: true });
});

const found = (changes: Record<string, string> = {}): Promise<Finding[]> =>
  examine({ ...environment, ...changes });
const wrong = async (changes: Record<string, string>): Promise<string[]> =>
  (await found(changes)).filter(({ status }) => status === "error").map(({ message }) => message);

it("ok for each working part of an installation, and no resolution", async () => {
  const findings = await found();
  expect(findings.filter(({ status }) => status !== "ok")).toEqual([]);
  expect(new Set(findings.map(({ part }) => part))).toEqual(
    new Set(["configuration", "disk", "database", "clock", "keys", "mail", "sign-in", "queues"]),
  );
  expect(findings.every(({ resolution }) => resolution === null)).toBe(true);
});

it("error for an invalid setting, and nothing else is examined", async () => {
  expect(await found({ ENCRYPTION_KEY: "short" })).toMatchObject([
    { part: "configuration", status: "error", message: expect.stringContaining("ENCRYPTION_KEY") },
  ]);
});

it("a warning for a setting of an earlier version, whatever its value", async () => {
  expect(await found({ DATABASE_REPLICA_URL: "mysql://replica" })).toContainEqual(
    expect.objectContaining({
      part: "configuration",
      status: "warning",
      message: "DATABASE_REPLICA_URL is set, and this version ignores it.",
    }),
  );
});

it("error while the database is unavailable; parts that need none are examined", async () => {
  const findings = await found({ DATABASE_URL: `postgres://app@127.0.0.1:${await freePort()}/timeaway` });
  expect(findings.map(({ part, status }) => [part, status])).toEqual([
    ["configuration", "ok"],
    ["disk", "ok"],
    ["database", "error"],
  ]);
  expect(findings.at(-1)?.message).toContain("nothing listens there");
});

it("error for a schema that no start will migrate, a warning for one that the next start does", async () => {
  const DATABASE_URL = await emptyDatabase();
  expect(await wrong({ DATABASE_URL, MIGRATE_AT_START: "false" })).toEqual([
    expect.stringContaining("The schema is older than"),
  ]);
  expect(await found({ DATABASE_URL })).toContainEqual(
    expect.objectContaining({ status: "warning", resolution: "The next start migrates it." }),
  );
});

it("error for an ENCRYPTION_KEY that decrypts nothing; a warning as long as an older one is needed", async () => {
  const other = Buffer.alloc(32, 9).toString("base64");
  expect(await wrong({ ENCRYPTION_KEY: other })).toEqual([expect.stringContaining("does not open")]);
  expect(await found({ ENCRYPTION_KEY: `${other},${environment.ENCRYPTION_KEY}` })).toContainEqual(
    expect.objectContaining({
      part: "keys",
      status: "warning",
      resolution: expect.stringContaining("reseal"),
    }),
  );
});

it("error for a mail server that refuses the login", async () => {
  const server = createServer((socket) => socket.end("554 no service for you\r\n"));
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  try {
    expect(await wrong({ SMTP_URL: `smtp://127.0.0.1:${port}` })).toEqual([
      expect.stringContaining(`The mail server 127.0.0.1:${port} cannot be used`),
    ]);
  } finally {
    server.close();
  }
});

it("error for due work that no process carries out", async () => {
  const { id, people } = await makeWorkspace(services);
  await services.db.insert(operations).values({
    ...{ workspaceId: id, id: newId(), requestId: newId(), sessionId: newId(), scopes: [] },
    ...{ ownerId: people.admin.id, actingUserId: people.admin.id },
    ...{ method: "POST", path: "/v2/leaves", search: "" },
    ...{ dueAt: plus(services.clock(), -hour), createdAt: services.clock() },
  });
  expect(await wrong({})).toEqual([
    expect.stringMatching(/^1 items of operations are due, the first for 3[56]\d\d s\. No process/),
  ]);
});

it("fails on an error, after printing it", async () => {
  const said = vi.spyOn(console, "log").mockImplementation(() => undefined);
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  // Vitest sets its own.
  vi.stubEnv("BASE_URL", undefined);
  vi.stubEnv("DATABASE_URL", `postgres://app@127.0.0.1:${await freePort()}/timeaway`);
  try {
    const program = new Command();
    doctorCommand(program, async () => undefined);
    await expect(program.parseAsync(["doctor"], { from: "user" })).rejects.toThrow(UnwellError);
    expect(said.mock.calls.join()).toMatch(/^ok {7}configuration/);
    expect(said.mock.calls.join()).toContain("error    database");
  } finally {
    vi.unstubAllEnvs();
    said.mockRestore();
  }
});

it("a warning for each client secret that expires, and each TXT record that is missing", async () => {
  const { id: workspaceId } = await makeWorkspace(services);
  const at = services.clock();
  const connection = (id: string, secretExpiresOn: string, state: "ACTIVE" | "TESTED") => ({
    ...{ workspaceId, id, name: "Okta", provider: "OKTA" as const, state, secretExpiresOn },
    ...{ issuer: "https://okta.test", clientId: "timeaway", clientSecret: Buffer.alloc(0) },
    ...{ createdAt: at, updatedAt: at },
  });
  const [expired, soon, unused] = [newId(), newId(), newId()];
  await services.db
    .insert(connections)
    .values([
      connection(expired, utcDay(plus(at, -2 * day)), "ACTIVE"),
      connection(soon, utcDay(plus(at, 20 * day)), "ACTIVE"),
      connection(newId(), utcDay(plus(at, 40 * day)), "ACTIVE"),
      connection(unused, utcDay(plus(at, -2 * day)), "TESTED"),
    ]);
  const domain = { workspaceId, token: "x", createdAt: at, verifiedAt: at };
  await services.db.insert(emailDomains).values([
    { ...domain, id: newId(), name: "lost.example", lostAt: at },
    { ...domain, id: newId(), name: "found.example" },
  ]);
  const messages = (await found()).filter(({ part }) => part === "sign-in").map(({ message }) => message);
  expect(messages).toEqual([
    expect.stringContaining(
      `${encodeId("connection", expired)} in ${encodeId("workspace", workspaceId)} expired`,
    ),
    expect.stringContaining(
      `${encodeId("connection", soon)} in ${encodeId("workspace", workspaceId)} expires`,
    ),
    expect.stringContaining("The TXT record of lost.example"),
  ]);
});
