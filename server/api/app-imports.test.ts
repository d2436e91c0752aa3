import { randomBytes } from "node:crypto";
import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { operations } from "@/drizzle/schema/operations";
import { users } from "@/drizzle/schema/people";
import { fault } from "@/server/kernel/field-faults";
import type { Services } from "@/server/kernel/services";
import type { ImportResult } from "@/server/modules/workspace/imports/schema";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import "./operation-work";

let services: Services;
let workspace: TestWorkspace;
let caller: Awaited<ReturnType<typeof signedInCaller>>;

beforeAll(async () => {
  services = await testServices({ wakes: true });
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  caller = await signedInCaller(services, workspace.people.admin);
});

const attempt = () => randomBytes(16).toString("hex");
const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `New ${at}`, email: `new-${at}@${workspace.id}.test` }));
const valid = (rows: unknown[]) => ({ mode: "valid" as const, rows });
const added = () =>
  services.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.workspaceId, workspace.id), like(users.name, "New %")));

async function ended(operationId: string) {
  for (let tries = 0; tries < 500; tries++) {
    const operation = await caller.operations.get({ id: operationId });
    if (operation.status !== "PENDING") return operation;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("the operation never ended");
}

describe("an import from the pages", () => {
  it("validates without writing anything, and reports the faults of each row", async () => {
    const [first, second] = people(2);
    const checked = await caller.peopleImport.checkImport(
      valid([first, second, second, { name: "No address" }]),
    );
    expect(checked).toEqual({
      goodCount: 2,
      derived: [],
      twins: [],
      failed: [
        { row: 2, errors: [{ path: "email", ...fault("sameAddress", { row: 1 }) }] },
        { row: 3, errors: [{ path: "email", ...fault("required") }] },
      ],
      created: { locations: [], departments: [], labels: [] },
      missing: { departments: [], labels: [], locations: [] },
      set: { yearlyDays: 0, daysLeft: 0, workPatterns: 0 },
    });
    expect(await added()).toEqual([]);
    const lines = await services.db
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(eq(auditEvents.workspaceId, workspace.id));
    expect(lines.map(({ action }) => action)).not.toContain("user.import");
  });

  it("is one operation for 10 concurrent submits of one form", async () => {
    const form = { attempt: attempt(), import: valid(people(30)) };
    const sent = await Promise.all(Array.from({ length: 10 }, () => caller.peopleImport.import(form)));
    const [operationId = "", ...others] = new Set(sent.map((one) => one.operationId));
    expect(others).toEqual([]);
    expect(await ended(operationId)).toMatchObject({
      status: "SUCCEEDED",
      result: { data: { createdCount: 30, failedCount: 0 } },
    });
    expect(await added()).toHaveLength(30);
    const kept = await services.db
      .select({ body: operations.body, keyId: operations.keyId })
      .from(operations)
      .where(eq(operations.workspaceId, workspace.id));
    expect(kept).toEqual([{ body: null, keyId: null }]);
  });

  it("two administrators at once: each user is added once, and the other's row says so", async () => {
    const rows = people(40);
    const forms = [attempt(), attempt()].map((one) => ({ attempt: one, import: valid(rows) }));
    const started = await Promise.all(forms.map((form) => caller.peopleImport.import(form)));
    const results = await Promise.all(started.map(({ operationId }) => ended(operationId)));
    const reports = results.map(({ result }) => (result as { data: ImportResult }).data.rows);
    for (const [row] of rows.entries()) {
      const both = reports.map((of) => of[row]?.status);
      expect(both.sort()).toEqual(["created", "failed"]);
    }
    expect(await added()).toHaveLength(40);
  });

  it("10,000 rows with every kind of fault: each row reports its own, and the valid ones are stored", async () => {
    const kinds = (at: number): [unknown, string[]][] => {
      const good = { name: `New ${at}`, email: `new-${at}@${workspace.id}.test` };
      const other = (more: object) => ({
        ...good,
        email: `${Object.keys(more).join("-")}-${good.email}`,
        ...more,
      });
      return [
        [good, []],
        [{ ...good, name: "Twice" }, ["email"]],
        [{ name: "No address" }, ["email"]],
        [other({ email: "none" }), ["email"]],
        [other({ email: `${workspace.people.user.id}@example.com` }), ["email"]],
        [other({ location: "Nowhere", department: "None" }), ["location", "department"]],
        [other({ labels: ["Remote", "Nothing"] }), ["labels.1"]],
        [other({ startDate: "2026-02-30" }), ["startDate"]],
        [other({ startDate: "2026-02-02", endDate: "2026-02-01" }), ["endDate"]],
        [at, [""]],
      ];
    };
    const given = Array.from({ length: 1000 }, (_, at) => kinds(at)).flat();
    const form = { attempt: attempt(), import: valid(given.map(([row]) => row)) };
    const { operationId } = await caller.peopleImport.import(form);
    const { data } = (await ended(operationId)).result as { data: ImportResult };
    expect(data).toMatchObject({ createdCount: 1000, failedCount: 9000 });
    const pathsOf = ({ errors = [] }: ImportResult["rows"][number]) => [
      ...new Set(errors.map(({ path }) => path)),
    ];
    expect(data.rows.map(pathsOf)).toEqual(given.map(([, paths]) => paths));
    expect(await added()).toHaveLength(1000);
  });

  it("FAILED when the user who started it has lost the permission", async () => {
    await services.db
      .update(users)
      .set({ status: "INACTIVE" })
      .where(and(eq(users.workspaceId, workspace.id), eq(users.id, workspace.people.admin.id)));
    const { operationId } = await caller.peopleImport.import({
      attempt: attempt(),
      import: valid(people(2)),
    });
    expect(await ended(operationId)).toMatchObject({ status: "FAILED", error: { code: "FORBIDDEN" } });
    expect(await added()).toEqual([]);
  });

  it("403 for users who manage no one", async () => {
    const user = await signedInCaller(services, workspace.people.user);
    const refused = expect.objectContaining({ cause: expect.objectContaining({ code: "FORBIDDEN" }) });
    await expect(user.peopleImport.checkImport(valid(people(1)))).rejects.toEqual(refused);
    await expect(user.leaves.checkImport(valid([{}]))).rejects.toEqual(refused);
  });
});
