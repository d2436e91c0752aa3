import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { labels } from "@/drizzle/schema/directory";
import { sealPosition } from "@/server/kernel/database/page-token";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import { makeKeys, makeWorkspace, type TestKey, type TestWorkspace } from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";

let services: Services;
let workspace: TestWorkspace;
let key: TestKey;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  ({ admin: key } = await makeKeys(services, workspace));
});

const send = (method: string, path: string, json: unknown) =>
  apiClient(services).v2<Single & Refused>(method, path, { key, json });
const list = (path: string) => apiClient(services).get<Listed & { nextToken?: string }>(path, key);

/** Resources with a unique name, and the rest of their bodies. */
const named: [path: string, body: () => Record<string, unknown>][] = [
  ["/v2/labels", () => ({ color: "3b82f6" })],
  ["/v2/departments", () => ({})],
  ["/v2/locations", () => ({ timezone: "Europe/Paris" })],
  ["/v2/leave-types", () => ({ color: "3b82f6" })],
  [
    "/v2/holidays",
    () => ({ locationId: encodeId("location", workspace.locations.north), date: "2026-07-14" }),
  ],
];

describe.each(named)("%s", (path, body) => {
  const create = (name: string) => send("POST", path, { name, ...body() });

  it("409 a name that differs only in case or Unicode composition", async () => {
    expect((await create("Cafe\u0301 Groß")).body.data).toMatchObject({ name: "Café Groß" });
    for (const same of ["Café Groß", "CAFÉ GROSS", "cafe\u0301 groß"]) {
      const { status, body: answer } = await create(same);
      expect([status, answer.error?.code]).toEqual([409, "CONFLICT"]);
    }
    expect((await create("Cafe Groß")).status).toBe(201);
  });

  it("409 a change to such a name, and 200 a change of case of its own", async () => {
    const id = (await create("Ümit")).body.data.id as string;
    await create("Ömer");
    expect((await send("PATCH", `${path}/${id}`, { name: "ÖMER" })).status).toBe(409);
    expect((await send("PATCH", `${path}/${id}`, { name: "ÜMIT" })).status).toBe(200);
  });

  it.each([
    ["an override", "A\u202eb"],
    ["an isolate", "\u2066A\u2069"],
    ["a direction mark", "A\u200eb"],
    ["no width", "A\u200bb"],
    ["a joiner between Latin letters", "A\u200db"],
    ["a soft hyphen", "A\u00adb"],
    ["a filler", "A\u3164b"],
  ])("400 %s in a name", async (_what, name) => {
    const { status, body: answer } = await create(name);
    expect(status).toBe(400);
    expect(answer.error.details?.fields).toEqual([
      { path: "name", message: "Must not contain hidden characters." },
    ]);
  });

  it.each(["می‌خواهم", "ක්‍රි", "👩🏽‍🚀 Crew", "❤️‍🔥", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 England", "תוכנת חופשות"])(
    "201 %s: a joiner that the script needs",
    async (name) => expect((await create(name)).body.data).toMatchObject({ name }),
  );
});

const mixed = [
  "Zander",
  "anders",
  "Ärmel",
  "Émile",
  "Emil",
  "Ødegaard",
  "zoe",
  "ß",
  "ss",
  "Ω",
  "ω1",
  "Я",
  "中",
];

async function makeLabels(names: readonly string[]) {
  const rows = names.map((name) => ({ workspaceId: workspace.id, id: newId(), name, color: "3b82f6" }));
  await services.db.insert(labels).values(rows.map((row) => ({ ...row, createdAt: services.clock() })));
}
const order = (names: readonly string[]) => [...names].sort(new Intl.Collator("en").compare);

it("200 lists are in collation order", async () => {
  const names = ["Zander", "anders", "Ärmel", "Émile", "Emil", "Ødegaard"];
  for (const name of names) await send("POST", "/v2/departments", { name });
  const listed = (await list("/v2/departments")).body.data.map(({ name }) => name as string);
  expect(listed.filter((name) => names.includes(name))).toEqual([
    ...["anders", "Ärmel", "Emil", "Émile", "Ødegaard", "Zander"],
  ]);
});

it("200 pages of 1, 7 and 100 of 300 mixed names contain each once, in order", async () => {
  const names = Array.from(
    { length: 300 },
    (_, n) => `${mixed[n % 13]} ${mixed[(n * 5) % 11]} ${n % 40}-${n}`,
  );
  await makeLabels(names);
  for (const limit of [1, 7, 100]) {
    const seen: string[] = [];
    let token: string | undefined;
    do {
      const { body } = await list(`/v2/labels?limit=${limit}${token ? `&nextToken=${token}` : ""}`);
      seen.push(...body.data.map(({ name }) => name as string));
      token = body.nextToken;
      clock.pass(1000);
    } while (token);
    expect(seen, `limit ${limit}`).toEqual(order(seen));
    expect(seen.filter((name) => names.includes(name)).length).toBe(300);
    expect(new Set(seen).size).toBe(seen.length);
  }
});

it.each([
  ["/v2/labels", {}, "Zander"],
  ["/v2/locations", {}, "Zander"],
  ["/v2/wallchart", { endDate: "2026-11-20", startDate: "2026-11-02" }, '["Sales","Zander"]'],
])("400 a nextToken of %s from before a change of the name order", async (path, query, at) => {
  const scope = {
    encryptionKeys: services.settings.encryptionKeys,
    resource: `${path}{}`,
    workspaceId: workspace.id,
    ownerId: workspace.people.admin.id,
    filters: Object.entries(query),
  };
  const nextToken = sealPosition(scope, { key: at, id: newId() }, services.clock());
  const search = new URLSearchParams({ ...query, nextToken });
  const { status, body } = await apiClient(services).get<Refused>(`${path}?${search}`, key);
  expect(status).toBe(400);
  expect(body.error.details?.fields).toMatchObject([{ path: "nextToken" }]);
});
