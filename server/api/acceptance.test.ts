import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { newId } from "@/server/kernel/ids";
import type { Mail } from "@/server/kernel/mail/mail";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import type { Refused, Single } from "@/server/test/api-client";
import { lockTable } from "@/server/test/lock-table";
import { sendMails } from "@/server/test/mail-kit";
import { daily } from "@/server/test/notification-kit";
import { type Accepted, blue, type OperationStage, operationStage } from "@/server/test/operation-kit";
import { dailyReport } from "@/server/test/report-kit";
import { standingClock, testServices } from "@/server/test/services";

let services: Services;
let stage: OperationStage;
let sent: Mail[];
const clock = standingClock();
const mailer = {
  send: async (mail: Mail) => void sent.push(mail),
  close: () => undefined,
};

beforeAll(async () => {
  services = await testServices({ clock, mailer, wakes: true });
});
afterAll(() => services.close());
beforeEach(async () => {
  sent = [];
  stage = await operationStage(services, clock);
});

/** The preferences under which a write may be answered 202 early. */
const preferences = [{ prefer: "respond-async" }, { prefer: "wait=0" }];

const send = (method: "POST" | "PATCH", path: string, json: unknown, headers: Record<string, string> = {}) =>
  stage.api.v2<Refused>(method, path, { key: stage.keys.admin, json, headers });

async function make(path: string, json: object): Promise<string> {
  const { body } = await stage.api.v2<Single<{ id: string }>>("POST", path, { key: stage.keys.admin, json });
  return `${path}/${body.data.id}`;
}

describe("400 before acceptance, for faults that only stored rows show", () => {
  /** Refused the same way under every preference, with no operation left pending. */
  async function refused(method: "POST" | "PATCH", path: string, json: unknown) {
    const now = await send(method, path, json);
    for (const headers of preferences) {
      clock.pass(1000);
      const { status, body } = await send(method, path, json, headers);
      expect([headers, status, body.error?.code, body.error?.details]).toEqual([
        headers,
        400,
        now.body.error.code,
        now.body.error.details,
      ]);
    }
    expect([now.status, await stage.rows()]).toEqual([400, []]);
    return now.body.error;
  }
  const pathsOf = ({ details }: Refused["error"]) => details?.fields?.map(({ path }) => path);

  it("a notification change that its frequency does not allow", async () => {
    const path = await make("/v2/notifications", daily);
    expect(pathsOf(await refused("PATCH", path, { sendOnDays: [] }))).toEqual(["sendOnDays"]);
    const { code } = await refused("PATCH", path, { frequency: "BIRTHDAY" });
    expect(code).toBe("NOTIFICATION_FREQUENCY_CHANGE_NOT_ALLOWED");
  });

  it("a scheduled report change that its frequency does not allow", async () => {
    const path = await make("/v2/scheduled-reports", dailyReport);
    expect(pathsOf(await refused("PATCH", path, { sendOnDays: [] }))).toEqual(["sendOnDays"]);
    expect(pathsOf(await refused("PATCH", path, { frequency: "WEEKLY" }))).toEqual(["day"]);
  });

  it("a reference to a missing record", async () => {
    const nowhere = encodeId("department", newId());
    const user = { name: "Nora New", email: "nora.new@example.com", departmentId: nowhere };
    expect(pathsOf(await refused("POST", "/v2/users", user))).toEqual(["departmentId"]);
    const message = { ...daily, departmentIds: [nowhere] };
    expect(pathsOf(await refused("POST", "/v2/notifications", message))).toEqual(["departmentIds.0"]);
    const leave = {
      leaveTypeId: encodeId("leaveType", newId()),
      startDate: "2027-03-01",
      endDate: "2027-03-02",
    };
    expect(pathsOf(await refused("POST", "/v2/leaves", leave))).toEqual(["leaveTypeId"]);
  });

  it("a leave without a working day", async () => {
    const leaveTypeId = encodeId("leaveType", stage.workspace.leaveTypes.vacation);
    const weekend = { leaveTypeId, startDate: "2027-03-06", endDate: "2027-03-07" };
    await refused("POST", "/v2/leaves", weekend);
  });

  it("is not stored under the Idempotency-Key: the corrected body is accepted", async () => {
    const path = await make("/v2/notifications", daily);
    const headers = { prefer: "respond-async", "idempotency-key": "k" };
    expect((await send("PATCH", path, { sendOnDays: [] }, headers)).status).toBe(400);
    expect((await send("PATCH", path, { hour: 7 }, headers)).status).toBe(202);
    const replay = await send("PATCH", path, { hour: 7 }, headers);
    expect([replay.status, replay.headers.get("idempotent-replayed")]).toEqual([202, "true"]);
  });
});

describe("an accepted write", () => {
  it("leaves no trace of its rehearsal: one audit line, one mail, one row", async () => {
    const { user } = stage.workspace.people;
    const headers = { prefer: "respond-async" };
    const change = { email: "moved@example.com" };
    const accepted = await stage.api.v2<Accepted>("PATCH", `/v2/users/${encodeId("user", user.id)}`, {
      key: stage.keys.admin,
      json: change,
      headers,
    });
    expect(accepted.status).toBe(202);
    expect(await stage.ended(accepted)).toMatchObject({ status: "SUCCEEDED" });
    expect(await stage.ended(await stage.later())).toMatchObject({ status: "SUCCEEDED" });
    expect(await stage.labelCount()).toBe(1);
    await sendMails(services);
    expect(sent).toHaveLength(1);
    const lines = await services.db
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(eq(auditEvents.workspaceId, stage.workspace.id));
    expect(lines.map(({ action }) => action).sort()).toEqual(["label.create", "user.update"]);
  });

  it("404 and 409 are left to the operation: their cause may have passed by then", async () => {
    const missing = `/v2/labels/${encodeId("label", newId())}`;
    expect((await send("PATCH", missing, { name: "Red" }, { prefer: "respond-async" })).status).toBe(202);
    const taken = await stage.later({ ...blue, name: "Remote" });
    expect(await stage.ended(taken)).toMatchObject({ status: "FAILED", error: { code: "CONFLICT" } });
  });

  it("202 at once while another transaction locks what the write needs", async () => {
    const held = await lockTable("labels");
    const start = performance.now();
    const accepted = await stage.later();
    const ms = performance.now() - start;
    await held.release();
    expect(accepted.status).toBe(202);
    expect(ms).toBeLessThan(1500);
    expect(await stage.ended(accepted)).toMatchObject({ status: "SUCCEEDED" });
  });
});
