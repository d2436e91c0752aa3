import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed, type Refused } from "@/server/test/api-client";
import { makeKey, makeWorkspace, type TestKey } from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { v2Endpoints } from "./endpoints";

let services: Services;
let key: TestKey;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  const workspace = await makeWorkspace(services);
  key = await makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.admin.id });
});
afterAll(() => services.close());

const lists = v2Endpoints.filter(({ query, params }) => query && "limit" in query.shape && !params);
const faults = ({ body }: { body: Refused }) => body.error?.details?.fields?.map(({ path }) => path);

/** What a list asks for beside: nothing but the limit is wrong. */
const days = ({ query }: (typeof lists)[number]) =>
  query?.safeParse({}).success ? "" : "&startDate=2026-12-07&endDate=2026-12-08";

describe.each(lists.map((list) => [list.path, days(list)]))("GET %s", (path, more) => {
  it.each(["01", "+1", "1.0", "1e1", " 1", "1 ", "0x1", "٣", "00", "-1"])("400 limit=%s", async (limit) => {
    clock.pass(1000);
    const answer = await api.get<Refused>(`${path}?limit=${encodeURIComponent(limit)}${more}`, key);
    expect([answer.status, faults(answer)]).toEqual([400, ["limit"]]);
  });
});

it("400 a nextToken in any spelling but its own", async () => {
  clock.pass(60_000);
  const first = await api.get<Listed>("/v2/users?limit=1", key);
  const token = first.body.nextToken ?? "";
  expect(token).not.toBe("");
  const [last = ""] = token.slice(-1);
  const spellings = [".", "=", "==", " ", "\n", "!", "A", "-"].flatMap((more) => [
    token + more,
    more + token,
  ]);
  const padded = `${token.slice(0, 8)}=${token.slice(8)}`;
  const standard = token.replaceAll("-", "+").replaceAll("_", "/");
  for (const wrong of [...spellings, padded, token.slice(0, -1) + (last === "A" ? "B" : "A")]) {
    clock.pass(1000);
    const answer = await api.get<Refused>(`/v2/users?limit=1&nextToken=${encodeURIComponent(wrong)}`, key);
    expect([wrong, answer.status, faults(answer)]).toEqual([wrong, 400, ["nextToken"]]);
  }
  const inStandard = await api.get(`/v2/users?limit=1&nextToken=${encodeURIComponent(standard)}`, key);
  expect(inStandard.status).toBe(standard === token ? 200 : 400);
  expect((await api.get(`/v2/users?limit=1&nextToken=${token}`, key)).status).toBe(200);
});
