import { afterAll, beforeAll, expect, it } from "vitest";
import { credits } from "@/drizzle/schema/credits";
import { roleAllows, type Scope } from "@/server/access/scopes";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { apiClient, type Refused } from "@/server/test/api-client";
import {
  makeKeys,
  makeLeave,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { filledPath } from "./operation";
import { v2Operations } from "./operations";

let services: Services;
const clock = standingClock(new Date());
let keys: Record<TestRole, TestKey>;
let people: TestWorkspace["people"];
let ownLeave: string;
const ownCredit = newId();
const unusedId = "01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f";
const testRoleOf = {
  ADMIN: "admin",
  LOCATION_ADMIN: "locationAdmin",
  APPROVER: "approver",
  USER: "user",
} as const;

beforeAll(async () => {
  services = await testServices({ clock });
  const workspace = await makeWorkspace(services);
  people = workspace.people;
  keys = await makeKeys(services, workspace);
  ownLeave = await makeLeave(services, workspace.people.user, { startDate: "2027-03-01", status: "OPEN" });
  const { id: userId, workspaceId, leaveTypeId } = workspace.people.user;
  await services.db.insert(credits).values({
    ...{
      workspaceId,
      id: ownCredit,
      userId,
      leaveTypeId,
      days: 1,
      earnedOn: "2026-11-14",
      reason: "A Saturday",
    },
    ...{ source: "TIME_IN_LIEU", status: "OPEN", createdAt: clock(), updatedAt: clock() },
  });
});
afterAll(() => services.close());

it("403 FORBIDDEN for a role that the reference says is refused although it may grant the scope", async () => {
  const refusals = v2Operations(services.settings).flatMap((operation) =>
    operation.roles
      .filter(({ role, isAllowed }) => !isAllowed && roleAllows(role, operation.scope as Scope))
      .map(({ role }) => ({ operation, role })),
  );
  expect(refusals.map(({ operation, role }) => `${role} ${operation.operationId}`)).toEqual([
    "USER approveLeave",
    "USER denyLeave",
    "USER importLeaves",
    "USER createDelegation",
    "APPROVER adjustBalance",
    "USER adjustBalance",
    "APPROVER importOpeningBalances",
    "USER importOpeningBalances",
    "APPROVER updateCredit",
    "USER updateCredit",
    "USER approveCredit",
    "USER denyCredit",
    "USER createNotification",
    ...[
      "listScheduledReports",
      "getScheduledReport",
      "listReportOccurrences",
      "createScheduledReport",
      "updateScheduledReport",
      "deleteScheduledReport",
    ].flatMap((name) => [`APPROVER ${name}`, `USER ${name}`]),
    ...["deletePayrollRun", "createPayrollTemplate", "updatePayrollTemplate", "deletePayrollTemplate"].map(
      (name) => `LOCATION_ADMIN ${name}`,
    ),
  ]);
  for (const { operation, role } of refusals) {
    const { method, path, body, operationId } = operation;
    // The existence of a report is not checked; the leave and the user are the caller's own.
    const own: Record<string, string> = {
      Leaves: `leave-${ownLeave}`,
      Credits: `credit-${ownCredit}`,
      Users: `user-${people[testRoleOf[role]].id}`,
      Payroll: `${operationId === "deletePayrollRun" ? "payrollRun" : "payrollTemplate"}-${unusedId}`,
    };
    const id = own[operation.group] ?? `report-${unusedId}`;
    // Rate limits have separate tests: here every request finds a full bucket.
    clock.pass(second);
    const sent = body && { json: JSON.parse(body.sample) as unknown };
    const answer = await apiClient(services).v2<Refused>(method, filledPath(path, { id }), {
      key: keys[testRoleOf[role]],
      headers: { prefer: "wait=8" },
      ...sent,
    });
    // Bulk work is authorized when it is carried out.
    if (operationId.startsWith("import")) expect(answer.status).toBe(202);
    else
      expect([answer.status, answer.body.error.code], `${role} ${operationId}`).toEqual([403, "FORBIDDEN"]);
  }
});

it("403 INSUFFICIENT_SCOPE for a role that cannot grant the scope", async () => {
  // Keys with their whole rate.
  keys = await makeKeys(services, await makeWorkspace(services));
  for (const { operationId, method, path, roles, scope } of v2Operations(services.settings))
    for (const { role, isAllowed } of roles) {
      if (isAllowed || roleAllows(role, scope as Scope)) continue;
      clock.pass(second);
      const answer = await apiClient(services).v2<Refused>(method, path, { key: keys[testRoleOf[role]] });
      expect([answer.status, answer.body.error.code], `${role} ${operationId}`).toEqual([
        403,
        "INSUFFICIENT_SCOPE",
      ]);
    }
});
