import { afterAll, beforeAll, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { loadActor } from "@/server/access/load-actor";
import type { SignedIn } from "@/server/access/signed-in";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { parseCsv } from "@/server/kernel/text/csv";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { handleAuditExport } from "./handle-audit-export";

let services: Services;
let workspace: TestWorkspace;

const minutesAgo = (n: number) => new Date(testNow.getTime() - n * 60_000);

async function write(lines: Partial<typeof auditEvents.$inferInsert>[]): Promise<void> {
  await services.db.insert(auditEvents).values(
    lines.map((line, index) => ({
      workspaceId: workspace.id,
      id: newId(),
      at: minutesAgo(index),
      action: "label.update",
      resourceType: "label",
      ...line,
    })),
  );
}

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeWorkspace(services);
  const actingUserId = workspace.people.admin.id;
  await write([
    { action: "label.create", actingUserId, changes: { name: { to: '=HYPERLINK("https://evil.test")' } } },
    { action: "label.delete", actingUserId, requestId: "=1+1" },
    { action: "leave.approve", resourceType: "leave", actingUserId: workspace.people.user.id },
  ]);
});
afterAll(() => services.close());

async function signedIn(member: "admin" | "locationAdmin" | "approver" | "user"): Promise<SignedIn> {
  const { id } = workspace.people[member];
  const actor = await loadActor(services.db, workspace.id, id, { type: "session", sessionId: id });
  if (!actor) throw new Error("no such person");
  return {
    actor: { ...actor, userId: id },
    user: { id, name: "Ada", email: "a@example.com" },
    workspace: { name: "Test", plan: "COMPLETE", openApiEnabled: true },
    sessionId: id,
  };
}

const answer = async (query = "", member: Parameters<typeof signedIn>[0] = "admin") =>
  handleAuditExport(
    services,
    new Request(`http://localhost:3000/api/audit-log${query}`),
    await signedIn(member),
  );
const rowsOf = async (query: string) => parseCsv(await (await answer(query)).text()).slice(1);
const actionsOf = async (query: string) => (await rowsOf(query)).map((row) => row[1]);

it("200 with semicolons, as a German page asks for it", async () => {
  const text = await (await answer("?separator=semicolon&action=leave.approve")).text();
  expect(text).toMatch(/^time;action;resourceType;/);
  expect(parseCsv(text, ";").slice(1)).toHaveLength(1);
  expect((await answer("?separator=pipe")).status).toBe(400);
});

it("200 as an attachment that is never cached, with a byte order mark for spreadsheets", async () => {
  const response = await answer();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="audit-log-${testNow.toISOString().slice(0, 10)}.csv"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [header, ...rows] = parseCsv(new TextDecoder().decode(bytes));
  expect(header?.slice(0, 2)).toEqual(["time", "action"]);
  expect(rows.map((row) => row[1])).toEqual(["label.create", "label.delete", "leave.approve"]);
});

it("no cell is a formula", async () => {
  const rows = await rowsOf("");
  expect(rows.flat().filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
  expect(rows[1]).toContain("'=1+1");
});

it("the page's filters apply to the file", async () => {
  const user = encodeId("user", workspace.people.user.id);
  expect(await actionsOf(`?actor=${user}`)).toEqual(["leave.approve"]);
  expect(await actionsOf("?resourceType=label&action=label.delete")).toEqual(["label.delete"]);
  const [from, to] = [minutesAgo(1).toISOString(), minutesAgo(0).toISOString()];
  expect(await actionsOf(`?from=${from}&to=${to}`)).toEqual(["label.delete"]);
  expect(await actionsOf("?action=nothing")).toEqual([]);
});

it("400 for an unreadable filter, rather than a file with more than requested", async () => {
  const response = await answer("?actor=ada&from=yesterday&action=a&action=b");
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { code: "VALIDATION_ERROR", details: { fields: [{ path: "action" }] } },
  });
  const { error } = (await (await answer("?actor=ada&from=yesterday")).json()) as {
    error: { details: { fields: { path: string }[] } };
  };
  expect(error.details.fields.map(({ path }) => path)).toEqual(["actor", "from"]);
});

it.each(["locationAdmin", "approver", "user"] as const)("403 for a user with the role %s", async (member) => {
  const response = await answer("", member);
  expect(response.status).toBe(403);
  expect(response.headers.get("content-disposition")).toBeNull();
  expect(await response.json()).toMatchObject({
    error: { code: "FORBIDDEN", requestId: response.headers.get("x-request-id") },
  });
});

it("a long log is read as fast as the reader takes it, and no further after a disconnect", async () => {
  await write(Array.from({ length: 3500 }, (_, i) => ({ action: "long.line", at: minutesAgo(100 + i) })));
  let asked = 0;
  const db = new Proxy(services.db, {
    get(target, name, receiver) {
      if (name === "select") asked++;
      return Reflect.get(target, name, receiver);
    },
  });
  const counting = { ...services, db, dbOf: () => db };
  const request = new Request("http://localhost:3000/api/audit-log?action=long.line");
  const whole = parseCsv(await handleAuditExport(services, request, await signedIn("admin")).text());
  expect(whole).toHaveLength(3501);
  const reader = handleAuditExport(counting, request, await signedIn("admin")).body?.getReader();
  // The header row, then the first thousand lines.
  for (let part = 0; part < 2; part++) await reader?.read();
  expect(asked).toBe(1);
  await reader?.cancel();
  expect(asked).toBe(1);
});

it("an error while streaming aborts the download and is logged", async () => {
  const logged: unknown[] = [];
  const db = new Proxy(services.db, {
    get(target, name, receiver) {
      if (name === "select") throw new Error("the database is gone");
      return Reflect.get(target, name, receiver);
    },
  });
  const failing = {
    ...services,
    db,
    dbOf: () => db,
    log: { ...services.log, error: (line: unknown) => void logged.push(line) } as unknown as Services["log"],
  };
  const request = new Request("http://localhost:3000/api/audit-log");
  const response = handleAuditExport(failing, request, await signedIn("admin"));
  await expect(response.text()).rejects.toThrow("the database is gone");
  expect(logged).toHaveLength(1);
});
