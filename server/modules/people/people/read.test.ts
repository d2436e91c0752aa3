import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { locationAdmins } from "@/drizzle/schema/directory";
import type { Scope } from "@/server/access/scopes";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import {
  type CastMember,
  makeKey,
  makeKeys,
  makeUser,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { testServices } from "@/server/test/services";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  services = await testServices();
  api = apiClient(services);
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});
afterAll(() => services.close());

const names = (answer: { body: Listed }) =>
  answer.body.data.map((item) => String(item.name).split(" ")[0] ?? "");
const list = (query: string, key = keys.admin) => api.get<Listed>(`/v2/users${query}`, key);
const urlOf = (member: CastMember) => `/v2/users/${encodeId("user", workspace.people[member].id)}`;
const keyOf = (member: CastMember, scopes: Scope[]) =>
  makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people[member].id, scopes });

describe("GET /v2/users", () => {
  it("200 an administrator sees every active user, in the order in which they were added", async () => {
    const answer = await list("");
    expect(names(answer)).toEqual(["Ada", "Lena", "Paul", "Uma", "Nils", "Pia"]);
    expect(answer.body.data[3]).toEqual({
      id: encodeId("user", workspace.people.user.id),
      name: "Uma User",
      email: `${workspace.people.user.id}@example.com`,
      isAdmin: false,
      locationId: encodeId("location", workspace.locations.south),
      departmentId: encodeId("department", workspace.departments.sales),
      labels: ["Remote"],
      status: "ACTIVE",
      approverId: null,
      employeeId: "E-7",
      startDate: "2024-02-01",
      endDate: "2027-01-31",
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(answer.body.data[0]).toMatchObject({
      isAdmin: true,
      labels: [],
      employeeId: null,
      startDate: null,
      endDate: null,
    });
  });

  it("200 other roles see the people within their reach", async () => {
    expect(names(await list("", keys.locationAdmin))).toEqual(["Ada", "Lena", "Nils", "Pia"]);
    expect(names(await list("", keys.approver))).toEqual(["Uma", "Nils"]);
    expect(names(await list("", keys.user))).toEqual(["Uma"]);
  });

  it("200 by one or several statuses", async () => {
    expect(names(await list("?status=INACTIVE"))).toEqual(["Ines"]);
    expect(names(await list("?status=INACTIVE,DELETED"))).toEqual(["Ines", "Dora"]);
    expect(names(await list("?status=DELETED, ACTIVE,DELETED"))).toEqual([
      "Ada",
      "Lena",
      "Paul",
      "Uma",
      "Nils",
      "Pia",
      "Dora",
    ]);
    expect(names(await list("?status=INACTIVE", keys.locationAdmin))).toEqual([]);
  });

  it("200 by locations, departments and labels: any value of each, all filters combined", async () => {
    const { locations, departments, labels } = workspace;
    const [north, south] = [encodeId("location", locations.north), encodeId("location", locations.south)];
    const [sales, platform] = [
      encodeId("department", departments.sales),
      encodeId("department", departments.platform),
    ];
    expect(names(await list(`?locations=${south}`))).toEqual(["Paul", "Uma"]);
    expect(names(await list(`?locations=${north},${south}&departments=${sales},${platform}`))).toEqual([
      "Uma",
      "Nils",
      "Pia",
    ]);
    expect(names(await list("?labels=Remote"))).toEqual(["Uma", "Nils"]);
    expect(names(await list(`?labels=${encodeId("label", labels.remote)}&locations=${north}`))).toEqual([
      "Nils",
    ]);
    expect(names(await list("?labels=Night%20shift,Remote&status=ACTIVE,INACTIVE"))).toEqual([
      "Uma",
      "Nils",
      "Ines",
    ]);
    expect(names(await list("?labels=unknown"))).toEqual([]);
    expect(names(await list(`?locations=${south}`, keys.locationAdmin))).toEqual([]);
  });

  it("200 expanded by location, department and holidays", async () => {
    const answer = await list("?expand=location,department,holidays");
    expect(answer.body.data[3]).toMatchObject({
      location: {
        id: encodeId("location", workspace.locations.south),
        name: "South",
        timezone: "America/Lima",
      },
      department: { name: "Sales", isDefault: false },
      holidays: [
        {
          year: 2026,
          holidays: [
            {
              id: encodeId("holiday", workspace.holidays.southLabour),
              name: "Labour Day",
              date: "2026-05-01",
            },
          ],
        },
        { year: 2027, holidays: [{ date: "2027-05-01" }] },
      ],
    });
    const plain = (await list("?expand=holidays", keys.user)).body.data[0];
    expect(plain).not.toHaveProperty("location");
    expect(plain?.holidays).toHaveLength(2);
  });

  it("403 expanding holidays without holidays:read", async () => {
    const answer = await api.get<Refused>("/v2/users?expand=holidays", await keyOf("admin", ["users:read"]));
    expect([answer.status, answer.body.error.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
    expect(answer.body.error.details?.requiredScopes).toEqual(["holidays:read"]);
  });

  it("200 expanding location and department needs no further scope", async () => {
    const key = await keyOf("admin", ["users:read"]);
    expect((await list("?expand=location,department", key)).status).toBe(200);
  });

  it("403 expanding what the owner's role cannot read, with the missing scope", async () => {
    for (const role of ["approver", "user"] as const) {
      const answer = await api.get<Refused>("/v2/users?expand=department,location", keys[role]);
      expect([answer.status, answer.body.error.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
      expect(answer.body.error.details?.requiredScopes).toEqual(["departments:read", "locations:read"]);
      expect((await api.get(`${urlOf(role)}?expand=location`, keys[role])).status).toBe(403);
    }
  });

  it("400 invalid values, naming each of them", async () => {
    const answer = await api.get<Refused>(
      "/v2/users?status=ALL&locations=x&departments=,&labels=,&expand=team&limit=0&nextToken=",
      keys.admin,
    );
    expect([answer.status, answer.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    const paths = answer.body.error.details?.fields?.map(({ path }) => path.split(".")[0]);
    expect(new Set(paths)).toEqual(
      new Set(["status", "locations", "departments", "labels", "expand", "limit", "nextToken"]),
    );
  });

  it("403 without the scope", async () => {
    const answer = await api.get<Refused>("/v2/users", await keyOf("user", ["leaves:read"]));
    expect([answer.status, answer.body.error.details?.requiredScopes]).toEqual([403, ["users:read"]]);
  });

  it("200 pages stay consistent while people are added and removed between them", async () => {
    const own = await makeWorkspace(services);
    const admin = await makeKey(services, { workspaceId: own.id, ownerId: own.people.admin.id });
    const first = await list("?limit=2&status=ACTIVE,INACTIVE", admin);
    expect(names(first)).toEqual(["Ada", "Lena"]);
    await makeUser(services, {
      workspaceId: own.id,
      name: "Late Comer",
      locationId: own.locations.north,
      departmentId: own.departments.sales,
    });
    await services.db.execute(
      `update users set status = 'DELETED' where id = '${own.people.locationAdmin.id}'`,
    );
    const seen: string[] = [];
    let token: string = first.body.nextToken ?? "";
    while (token) {
      const page = await list(`?limit=2&status=ACTIVE,INACTIVE&nextToken=${token}`, admin);
      seen.push(...names(page));
      token = page.body.nextToken ?? "";
    }
    expect(seen).toEqual(["Paul", "Uma", "Nils", "Pia", "Ines", "Late"]);
  });
});

describe("GET /v2/users/{id}", () => {
  it("200 in any status, expanded", async () => {
    const { body } = await api.get<Single>(`${urlOf("deleted")}?expand=location,holidays`, keys.admin);
    expect(body.data).toMatchObject({ status: "DELETED", location: { name: "South" } });
  });

  it("200 the caller, without role or birthday", async () => {
    const { body } = await api.get<Single>(urlOf("user"), keys.user);
    expect(body.data.name).toBe("Uma User");
    expect(body.data).not.toHaveProperty("role");
    expect(body.data).not.toHaveProperty("birthday");
  });

  it("200 the caller whatever the reach, 404 others; the list is unaffected", async () => {
    // The approver belongs to another department than the one they approve; this location admin belongs to another location.
    const own = await makeWorkspace(services);
    const southAdmin = own.people.approver.id;
    await services.db
      .insert(locationAdmins)
      .values({ workspaceId: own.id, locationId: own.locations.empty, userId: southAdmin });
    const cases = [
      [keys.approver, workspace, workspace.people.approver.id],
      [await makeKey(services, { workspaceId: own.id, ownerId: southAdmin }), own, southAdmin],
    ] as const;
    for (const [key, { people }, id] of cases) {
      const url = `/v2/users/${encodeId("user", id)}`;
      const { status, body } = await api.get<Single>(`${url}?expand=holidays`, key);
      expect([status, body.data.id]).toEqual([200, encodeId("user", id)]);
      expect((await api.get(`/v2/users/${encodeId("user", people.admin.id)}`, key)).status).toBe(404);
      const listed = await list("?status=ACTIVE,INACTIVE,DELETED", key);
      expect(listed.body.data.map((user) => user.id)).not.toContain(encodeId("user", id));
    }
  });

  it("404 out of reach, of another workspace, or malformed", async () => {
    const other = await makeWorkspace(services);
    const cases: [string, TestKey][] = [
      [urlOf("user"), keys.locationAdmin],
      [urlOf("admin"), keys.approver],
      [urlOf("northSeller"), keys.user],
      [`/v2/users/${encodeId("user", other.people.user.id)}`, keys.admin],
      ["/v2/users/user-1", keys.admin],
      ["/v2/users/me", keys.admin],
    ];
    for (const [url, key] of cases) {
      const answer = await api.get<Refused>(url, key);
      expect([url, answer.status, answer.body.error.code]).toEqual([url, 404, "RESOURCE_NOT_FOUND"]);
    }
  });
});
