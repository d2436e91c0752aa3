import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { userLabels } from "@/drizzle/schema/directory";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed, type Refused } from "@/server/test/api-client";
import {
  type CastMember,
  makeKeys,
  makeLeave,
  makeUser,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
  const { vacation, sick } = workspace.leaveTypes;
  const book: [CastMember, string, string][] = [
    ["user", "2027-01-04", vacation],
    ["northSeller", "2027-01-05", sick],
    ["platformer", "2027-01-06", vacation],
    ["locationAdmin", "2027-01-07", sick],
    ["admin", "2027-01-08", vacation],
  ];
  for (const [member, startDate, leaveTypeId] of book)
    await makeLeave(services, workspace.people[member], { startDate, leaveTypeId });
});
afterAll(() => services.close());
beforeEach(() => clock.pass(60_000));

const list = (query: string, key = keys.admin) => api.get<Listed>(`/v2/leaves?${query}`, key);
const days = async (query: string, key = keys.admin): Promise<string[]> =>
  (await list(query, key)).body.data.map(({ startDate }) => String(startDate).slice(-2));
const user = (member: CastMember) => `userId=${encodeId("user", workspace.people[member].id)}`;
const type = (name: "vacation" | "sick") =>
  `leaveTypeId=${encodeId("leaveType", workspace.leaveTypes[name])}`;
const north = () => `locations=${encodeId("location", workspace.locations.north)}`;
const sales = () => `departments=${encodeId("department", workspace.departments.sales)}`;

describe("filters of GET /v2/leaves", () => {
  it("200 by owner, within reach", async () => {
    expect(await days(user("northSeller"))).toEqual(["05"]);
    expect(await days(user("northSeller"), keys.locationAdmin)).toEqual(["05"]);
    expect(await days(user("platformer"), keys.approver)).toEqual([]);
    expect(await days(user("platformer"), keys.user)).toEqual([]);
    expect(await days(user("user"), keys.user)).toEqual(["04"]);
  });

  it("200 by leave type", async () => {
    expect(await days(type("vacation"))).toEqual(["04", "06", "08"]);
    expect(await days(type("sick"))).toEqual(["05", "07"]);
  });

  it("200 by the person's current location and department, not by those of the request", async () => {
    expect(await days(north())).toEqual(["05", "06", "07", "08"]);
    expect(await days(sales())).toEqual(["04", "05"]);
    expect(await days("labels=Remote")).toEqual(["04", "05"]);
    expect(await days(`labels=${encodeId("label", workspace.labels.remote)}&${north()}`)).toEqual(["05"]);
    const moved = { ...workspace.people.platformer, locationId: workspace.locations.south };
    await makeLeave(services, moved, { startDate: "2028-02-29" });
    expect(await days(`${north()}&startDate=2028-01-01`)).toEqual(["29"]);
  });

  it("200 combines filters with each other, and with days and status", async () => {
    expect(await days(`${north()}&${sales()}&${type("sick")}`)).toEqual(["05"]);
    expect(await days(`${north()}&${sales()}&${type("vacation")}`)).toEqual([]);
    expect(await days(`${user("user")}&${north()}`)).toEqual([]);
    expect(await days(`${type("vacation")}&startDate=2027-01-05&endDate=2027-01-07`)).toEqual(["06"]);
    expect(await days(`${type("vacation")}&status=OPEN`)).toEqual([]);
  });

  it("200 an unknown ID finds nothing; 400 for an invalid ID", async () => {
    expect(await days(`userId=${encodeId("user", newId())}`)).toEqual([]);
    expect(await days(`leaveTypeId=${encodeId("leaveType", newId())}`)).toEqual([]);
    for (const name of ["userId", "leaveTypeId", "locations", "departments"]) {
      clock.pass(1000);
      const { status, body } = await api.get<Refused>(`/v2/leaves?${name}=nonsense`, keys.admin);
      expect([status, body.error?.details?.fields?.map(({ path }) => path)]).toEqual([400, [name]]);
    }
  });

  it("200 for more people than the lookup limit, the same result as for a few", async () => {
    const crowd = await makeWorkspace(services);
    const { admin } = await makeKeys(services, crowd);
    const person = { ...crowd.people.user, departmentId: crowd.departments.empty };
    for (let n = 0; n < 120; n++) {
      const id = await makeUser(services, { ...person, id: newId(), name: `Person ${n}` });
      if (n % 2)
        await services.db
          .insert(userLabels)
          .values({ workspaceId: crowd.id, userId: id, labelId: crowd.labels.unused });
      const leaveTypeId = n % 3 ? crowd.leaveTypes.vacation : crowd.leaveTypes.sick;
      const startDate = new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10);
      await makeLeave(services, { ...person, id }, { startDate, leaveTypeId });
    }
    await makeLeave(services, crowd.people.user, { startDate: "2027-01-01" });
    const counted = async (query: string): Promise<number> => {
      const seen = new Set<unknown>();
      for (let next: string | undefined = ""; next !== undefined; ) {
        clock.pass(1000);
        const { body }: { body: Listed } = await api.get<Listed>(
          `/v2/leaves?limit=50&${query}${next}`,
          admin,
        );
        for (const { id } of body.data) seen.add(id);
        next = body.nextToken && `&nextToken=${body.nextToken}`;
      }
      return seen.size;
    };
    const empty = `departments=${encodeId("department", crowd.departments.empty)}`;
    const sick = `leaveTypeId=${encodeId("leaveType", crowd.leaveTypes.sick)}`;
    expect(await counted("")).toBe(121);
    expect(await counted(empty)).toBe(120);
    expect(await counted(`${empty}&status=APPROVED,OPEN`)).toBe(120);
    expect(await counted(`${empty}&${sick}`)).toBe(40);
    expect(await counted(`${empty}&startDate=2027-01-11`)).toBe(110);
    expect(await counted(`${empty}&labels=Unused&${sick}`)).toBe(20);
  });
});

describe("a private leave type as a filter", () => {
  const everyone = "status=APPROVED,OPEN";

  it("200 finds only leave whose type is shown, and the end of a page reveals nothing about the rest", async () => {
    const { admin } = workspace.people;
    const boss = { ...admin, departmentId: workspace.departments.sales };
    const hidden = await makeUser(services, { ...boss, id: newId(), name: "Boss", isAdmin: true });
    for (let n = 10; n < 30; n++)
      await makeLeave(
        services,
        { ...boss, id: hidden },
        {
          ...{ startDate: `2027-03-${n}`, leaveTypeId: workspace.leaveTypes.sick },
        },
      );
    const ofBoss = `userId=${encodeId("user", hidden)}`;
    for (const key of [keys.approver, keys.locationAdmin]) {
      // They see that the administrator is absent, but not the type.
      expect(await days(ofBoss, key)).toHaveLength(20);
      const { body } = await list(`${ofBoss}&${type("sick")}&${everyone}&limit=3`, key);
      expect(body).toEqual({ data: [] });
      const all = await list(`${type("sick")}&${everyone}&limit=1`, key);
      expect(all.body.data.map(({ startDate }) => startDate)).toEqual(["2027-01-05"]);
    }
    expect(await days(`${ofBoss}&${type("sick")}`)).toHaveLength(20);
    // Excluding another type does not reveal it, either.
    expect(await days(`${ofBoss}&${type("vacation")}`, keys.approver)).toEqual([]);
  });

  it("200 pages skip hidden leave, and miss nothing that is shown", async () => {
    await makeLeave(services, workspace.people.northSeller, {
      ...{ startDate: "2027-06-01", leaveTypeId: workspace.leaveTypes.sick },
    });
    const first = await list(`${type("sick")}&limit=1`, keys.approver);
    expect(first.body.data.map(({ startDate }) => startDate)).toEqual(["2027-01-05"]);
    const second = await list(`${type("sick")}&limit=1&nextToken=${first.body.nextToken}`, keys.approver);
    expect(second.body.data.map(({ startDate }) => startDate)).toEqual(["2027-06-01"]);
    expect(second.body.nextToken).toBeUndefined();
  });
});
