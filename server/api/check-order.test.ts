import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Refused } from "@/server/test/api-client";
import { makeKey, makeWorkspace, type TestKey, type TestWorkspace } from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import type { Endpoint } from "@/server/transport/endpoint";
import { v2Endpoints } from "./endpoints";

let services: Services;
let workspace: TestWorkspace;
let key: TestKey;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  workspace = await makeWorkspace(services);
  key = await makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.admin.id });
});
afterAll(() => services.close());

/** A path whose ids name no record. */
const unknownPath = ({ path, params = {} }: Endpoint): string =>
  Object.entries(params).reduce<string>(
    (text, [name, kind]) => text.replace(`{${name}}`, encodeId(kind, newId())),
    path,
  );

/** Bodies that are malformed for every endpoint. */
const everywhere: Record<string, string> = {
  "an unknown field": '{"nothing":1}',
  "a NUL in a name": '{"\\u0000":1}',
  "a member that is no member": '{"__proto__":1}',
  "a list": "[]",
  "no JSON": "{",
  "too long": JSON.stringify({ name: "x".repeat(300_000) }),
};

/** By path: bodies that are malformed for that endpoint only. */
const own: Record<string, object[]> = {
  "/v2/leaves/{id}": [
    {},
    { startDate: "2026-02-30" },
    { startDate: "2026-03-02", endDate: "2026-03-01" },
    { isFullDayLeave: true, startHour: 9 },
    { reason: 1 },
  ],
  "/v2/leaves/{id}/deny": [{ reason: "" }],
  "/v2/leaves/{id}/cancel": [{ reason: ["x"] }],
  "/v2/credits/{id}": [{}, { expiresOn: "2026-02-30" }],
  "/v2/credits/{id}/approve": [{ reason: 7 }],
  "/v2/credits/{id}/deny": [{ reason: "" }],
  "/v2/credits/{id}/cancel": [{ reason: ["x"] }],
  "/v2/users/{id}": [{}, { email: "x" }, { startDate: "2026-03-02", endDate: "2026-03-01" }],
  "/v2/users/{id}/balance-adjustments": [{ kind: "GIFT" }, { kind: "QUOTA", days: -1 }, { kind: "REVERSAL" }],
  "/v2/users/{id}/work-patterns": [{}, { from: "2027-01-01", minutes: [[0]] }, { minutes: null }],
  "/v2/users/{id}/work-patterns/preview": [{}, { from: "2027-02-30", minutes: null }],
  "/v2/departments/{id}": [{}, { approvers: [{ level: 1 }] }],
  "/v2/leave-rules/{id}": [{}, { name: "" }, { effect: "FORBID" }, { parameters: { nothing: 1 } }],
  "/v2/leaves/{id}/certificate": [{ dueOn: "2026-02-30" }, { dueOn: 7 }],
  "/v2/leaves/{id}/approve": [{ overrideReason: 7 }, { unknown: 1 }],
  "/v2/leave-types/{id}": [{}, { color: "red" }, { policies: [{}] }],
  "/v2/leave-types/{id}/policies/preview": [{}, { policies: [] }, { policies: [{ yearlyQuota: -1 }] }],
  "/v2/users/{id}/hand-over": [{}, { approverId: "x" }],
  "/v2/locations/{id}": [{}, { hoursPerDay: "x" }],
  "/v2/payroll-templates/{id}": [{}, { columns: [] }, { format: "PDF" }],
  "/v2/locations/{id}/close": [{}, { through: "2026-13-01" }],
  "/v2/locations/{id}/reopen": [{}, { through: null }, { through: "x", reason: "Late" }],
  "/v2/labels/{id}": [{}, { color: "red" }],
  "/v2/holidays/{id}": [{}, { date: "x" }],
  "/v2/holidays/{id}/preview": [{}, { date: "x" }],
  "/v2/notifications/{id}": [
    {},
    { hour: 99 },
    { name: "<b>" },
    { enabled: "yes" },
    { frequency: "HOURLY" },
    { destinations: [] },
    { frequency: "DAILY", sendOnDays: [7] },
    { frequency: "WEEKLY", day: "never" },
    { frequency: "BIRTHDAY", destinations: [{ platform: "slack", addresses: ["C1"] }] },
    { locationIds: ["x"] },
  ],
  "/v2/scheduled-reports/{id}": [
    {},
    { hour: 99 },
    { recipients: ["a@b.de", "A@b.de"] },
    { reportType: "X" },
    { frequency: "MONTHLY", dayOfMonth: 31 },
    { ownerId: "x" },
  ],
  "/v2/webhooks/{id}": [
    {},
    { url: "http://x" },
    { events: [] },
    { events: ["webhook.test"] },
    { description: 1 },
  ],
  "/v2/webhooks/{id}/rotate-secret": [{ overlapSeconds: -1 }],
  "/v2/webhooks/{id}/resume": [{ replay: "some" }],
};

const withIdAndBody = v2Endpoints.filter(({ params, body }) => params && body);

it("every endpoint with an id and a body is covered below", () => {
  expect([...new Set(withIdAndBody.map(({ path }) => path))].sort()).toEqual(Object.keys(own).sort());
});

describe.each(withIdAndBody.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  "%s with an unknown id",
  (_, endpoint) => {
    const bodies = [
      ...Object.values(everywhere),
      ...(own[endpoint.path] ?? []).map((body) => JSON.stringify(body)),
    ];
    const send = (body: string, headers: Record<string, string>) => {
      clock.pass(1000);
      return api.v2<Refused>(endpoint.method, unknownPath(endpoint), {
        key,
        body,
        headers: { "content-type": "application/json", ...headers },
      });
    };
    const preferences: Record<string, string>[] = [{}, { prefer: "respond-async" }];

    it.each(bodies.map((body) => [body.slice(0, 80), body] as const))("400 %s", async (shown, body) => {
      for (const prefer of preferences) {
        const answer = await send(body, { ...prefer, "idempotency-key": newId() });
        expect([shown, prefer, answer.status]).toEqual([shown, prefer, 400]);
      }
    });

    it("404 once the form is right, and for a malformed id whatever the body", async () => {
      const malformed = endpoint.path.replace(/\{\w+\}/g, "x");
      const answer = await api.v2<Refused>(endpoint.method, malformed, { key, json: { nothing: 1 } });
      expect(answer.status).toBe(404);
    });
  },
);

describe("a notification change that is well-formed for some frequency", () => {
  it("404 for fields that only the stored frequency can judge", async () => {
    for (const json of [{ sendOnDays: [] }, { day: "never" }, { dayOfMonth: 99 }]) {
      const path = "dayOfMonth" in json ? "scheduled-reports/report" : "notifications/notification";
      const answer = await api.v2<Refused>("PATCH", `/v2/${path}-${newId()}`, { key, json });
      expect([json, answer.status]).toEqual([json, 404]);
    }
  });
});
