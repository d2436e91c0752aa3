import { afterAll, beforeAll, expect, it } from "vitest";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed } from "@/server/test/api-client";
import { makeLeave, makeLegacyKey, makeWorkspace, type TestKey } from "@/server/test/factories";
import { testServices } from "@/server/test/services";
import { v1Endpoints } from "../v1-endpoints";
import type { Field } from "./fields";
import type { Operation } from "./operation";
import { v1Operations } from "./operations";

let services: Services;
let key: TestKey;
let operations: Operation[];

beforeAll(async () => {
  services = await testServices();
  const workspace = await makeWorkspace(services);
  key = await makeLegacyKey(services, workspace.id);
  await makeLeave(services, workspace.people.user, { startDate: "2026-03-02", status: "APPROVED" });
  operations = v1Operations(services.settings);
});
afterAll(() => services.close());

const queries: Record<string, string> = {
  "/v1/leaves": "?startDate=2026-01-01&endDate=2026-12-31&expand=user,approver,leaveType",
  "/v1/users": "?expand=location,department,holidays",
};

/** A record has every field that is always present, and no undocumented one. */
function expectDocumented(record: Record<string, unknown>, fields: readonly Field[], where: string): void {
  const documented = fields.map(({ name }) => name);
  expect(documented, where).toEqual(expect.arrayContaining(Object.keys(record)));
  for (const { name, isRequired, fields: inner } of fields) {
    const value = record[name];
    if (isRequired) expect(record, where).toHaveProperty(name);
    const one = Array.isArray(value) ? value[0] : value;
    if (inner.length > 0 && typeof one === "object" && one !== null)
      expectDocumented(one as Record<string, unknown>, inner, `${where}.${name}`);
  }
}

it.each(["departments", "locations", "labels", "leave-types", "leaves", "users"])(
  "200 v1 %s: the answer is what the reference documents",
  async (name) => {
    const operation = operations.find(({ path }) => path === `/v1/${name}`);
    const answer = await apiClient(services).v1<Listed>(`/v1/${name}${queries[`/v1/${name}`] ?? ""}`, {
      key,
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data.length).toBeGreaterThan(0);
    expectDocumented(answer.body as never, operation?.answers[0]?.fields ?? [], name);
    const { data } = v1Endpoints.find(({ path }) => path === operation?.path) ?? {};
    for (const item of answer.body.data) expect(data?.safeParse(item).error?.issues ?? [], name).toEqual([]);
  },
);

it("every refusal of v1 in the reference is what v1 answers", async () => {
  const { v1 } = apiClient(services);
  const documentedMessage = (path: string, status: number) =>
    operations.find((one) => one.path === path)?.errors.find((error) => error.status === status)?.code;
  const missing = await v1<{ message: string }>("/v1/leaves", { key });
  expect([missing.status, missing.body.message]).toEqual([400, documentedMessage("/v1/leaves", 400)]);
  const forbidden = await v1<{ message: string }>("/v1/labels");
  expect([forbidden.status, forbidden.body.message]).toEqual([403, documentedMessage("/v1/labels", 403)]);
});
