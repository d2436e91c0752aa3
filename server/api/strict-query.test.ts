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

/** The list's other parameters: only the limit is invalid. */
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

describe("repeated list parameters, as axios writes them", () => {
  const idsOf = async (query: string) => {
    clock.pass(1000);
    const { status, body } = await api.get<Listed & Refused>(`/v2/users?limit=300&${query}`, key);
    return [status, body.data?.map(({ id }) => id) ?? faults({ body })];
  };

  it("200 equal the comma-separated list", async () => {
    const roles = ["locations", "departments", "labels"];
    for (const name of roles) {
      const { body } = await api.get<Listed>(`/v2/${name}`, key);
      const [one = "", two = ""] = body.data.map(({ id }) => id);
      const both = await idsOf(`${name}=${one},${two}`);
      expect(both).not.toEqual(await idsOf(""));
      expect(await idsOf(`${name}[]=${one}&${name}[]=${two}`)).toEqual(both);
      expect(await idsOf(`${name}%5B%5D=${one}`)).toEqual(await idsOf(`${name}=${one}`));
    }
    const { body } = await api.get<{ data: { location: object }[] }>("/v2/users?expand[]=location", key);
    expect(body.data[0]?.location).toHaveProperty("name");
  });

  it("400 beside the list itself, and where one value is expected", async () => {
    const { body } = await api.get<Listed>("/v2/labels", key);
    const [one = ""] = body.data.map(({ id }) => id);
    expect(await idsOf(`labels=${one}&labels[]=${one}`)).toEqual([400, ["labels"]]);
    expect(await idsOf(`labels[]=${one}&labels=${one}`)).toEqual([400, ["labels"]]);
    expect(await idsOf(`labels[]=${one}&labels=${one}&labels[]=${one}`)).toEqual([400, ["labels"]]);
    expect(await idsOf("limit[]=1&limit=2")).toEqual([400, ["limit"]]);
    expect(await idsOf("labels[0]=nothing")).toEqual(await idsOf(""));
  });
});
