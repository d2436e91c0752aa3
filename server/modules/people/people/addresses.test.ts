import { afterAll, beforeAll, expect, it } from "vitest";
import type { Services } from "@/server/kernel/services";
import { findPeopleByEmail } from "@/server/signin/people-by-email";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import { makeKeys, makeWorkspace, type TestKey } from "@/server/test/factories";
import { daily } from "@/server/test/notification-kit";
import { monthlyReport } from "@/server/test/report-kit";
import { testServices } from "@/server/test/services";

let services: Services;
let key: TestKey;

beforeAll(async () => {
  services = await testServices();
  ({ admin: key } = await makeKeys(services, await makeWorkspace(services)));
});
afterAll(() => services.close());

const add = (email: string) =>
  apiClient(services).v2<Single & Refused>("POST", "/v2/users", { key, json: { name: "Ann", email } });

it.each([
  ["r&d@example.com", "R&D@example.com", "r&d@example.com"],
  ["ann@münchen.example", "ANN@MÜNCHEN.example", "ann@xn--mnchen-3ya.example"],
])("201 %s finds the person and signs them in, also when written as %s", async (email, same, stored) => {
  expect((await add(email)).body.data).toMatchObject({ email: stored });
  for (const taken of [same, stored]) expect((await add(taken)).status).toBe(409);
  for (const typed of [email, same, stored]) {
    const path = `/v2/users?email=${encodeURIComponent(typed)}`;
    expect((await apiClient(services).get<Listed>(path, key)).body.data).toHaveLength(1);
    expect(await findPeopleByEmail(services.db, typed)).toMatchObject([{ email: stored }]);
  }
});

it("400 an invalid address", async () => {
  for (const email of ["ann@", "a..b@example.com", "ann@exa\u202emple.com", '"ann"@example.com'])
    expect((await add(email)).body.error.details?.fields).toEqual([
      { path: "email", message: "Must be an email address." },
    ]);
});

it("201 notifications and reports are sent to such addresses", async () => {
  const addresses = ["r&d@example.com", "hr@münchen.example"];
  const stored = ["r&d@example.com", "hr@xn--mnchen-3ya.example"];
  const notification = { ...daily, destinations: [{ platform: "email", addresses }] };
  const report = { ...monthlyReport, recipients: addresses };
  const send = async (path: string, json: unknown) =>
    JSON.stringify((await apiClient(services).v2<Single>("POST", path, { key, json })).body);
  for (const answer of [
    await send("/v2/notifications", notification),
    await send("/v2/scheduled-reports", report),
  ])
    expect(answer).toContain(JSON.stringify(stored));
});
