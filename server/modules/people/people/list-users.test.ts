import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed, type Refused } from "@/server/test/api-client";
import { makeKeys, makeUser, makeWorkspace, type TestKey, type TestRole } from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";

let services: Services;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
let sales: string;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  const workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
  sales = encodeId("department", workspace.departments.sales);
  const place = {
    workspaceId: workspace.id,
    locationId: workspace.locations.north,
    departmentId: workspace.departments.sales,
  };
  await makeUser(services, {
    ...place,
    name: "Zoe 100%_Sure",
    email: "Zoe.Sure@Example.com",
    employeeId: "E-70",
  });
  await makeUser(services, {
    ...{ ...place, name: "Zed Gone", email: "zoe.sure@example.com", employeeId: "E-70", status: "DELETED" },
  });
  const other = await makeWorkspace(services);
  await makeUser(services, {
    ...{ workspaceId: other.id, locationId: other.locations.north, departmentId: other.departments.sales },
    ...{ name: "Zoe Elsewhere", email: "zoe.sure@example.com", employeeId: "E-70" },
  });
});
afterAll(() => services.close());
beforeEach(() => clock.pass(60_000));

const found = async (query: string, key = keys.admin): Promise<unknown[]> =>
  (await api.get<Listed>(`/v2/users?${query}`, key)).body.data.map(({ name }) => name);

it("200 by the whole address, case-insensitively", async () => {
  expect(await found("email=zoe.SURE@example.com")).toEqual(["Zoe 100%_Sure"]);
  expect(await found("email=zoe.sure@example.com&status=ACTIVE,DELETED")).toEqual([
    "Zoe 100%_Sure",
    "Zed Gone",
  ]);
  expect(await found("email=zoe.sure@example")).toEqual([]);
  expect(await found("email=zoe%25")).toEqual([]);
});

it("200 by the whole employee ID", async () => {
  expect(await found("employeeId=E-7")).toEqual(["Uma User"]);
  expect(await found("employeeId=e-7")).toEqual([]);
  expect(await found("employeeId=E-70")).toEqual(["Zoe 100%_Sure"]);
});

it("200 by a part of the name or the start of the address; pattern characters are literal", async () => {
  expect(await found("search=LATF")).toEqual(["Pia Platform"]);
  expect(await found("search=zoe.s")).toEqual(["Zoe 100%_Sure"]);
  expect(await found("search=sure@")).toEqual([]);
  expect(await found("search=0%25_S")).toEqual(["Zoe 100%_Sure"]);
  expect(await found("search=%25")).toEqual(["Zoe 100%_Sure"]);
});

it("200 filters combine, and stay within reach", async () => {
  expect(await found(`search=a&departments=${sales}&labels=Remote`)).toEqual(["Uma User"]);
  expect(await found(`search=r&departments=${sales}`)).toEqual(["Uma User", "Nils North", "Zoe 100%_Sure"]);
  expect(await found("search=zoe&employeeId=E-7")).toEqual([]);
  expect(await found("employeeId=E-70&email=zoe.sure@example.com&search=sure")).toEqual(["Zoe 100%_Sure"]);
  expect(await found("employeeId=E-7", keys.locationAdmin)).toEqual([]);
  expect(await found("employeeId=E-70", keys.user)).toEqual([]);
});

it("200 pages keep their filters; 400 a token of another search", async () => {
  const first = await api.get<Listed>(`/v2/users?search=r&departments=${sales}&limit=2`, keys.admin);
  expect(first.body.data.map(({ name }) => name)).toEqual(["Uma User", "Nils North"]);
  const token = `nextToken=${first.body.nextToken}`;
  expect(await found(`search=r&departments=${sales}&${token}`)).toEqual(["Zoe 100%_Sure"]);
  expect((await api.get(`/v2/users?search=s&departments=${sales}&${token}`, keys.admin)).status).toBe(400);
});

it("400 an empty filter or a repeated parameter, naming it", async () => {
  for (const name of ["email", "employeeId", "search"])
    for (const query of [`${name}=`, `${name}=%20`, `${name}=a%00`, `${name}=a&${name}=b`]) {
      clock.pass(1000);
      const { status, body } = await api.get<Refused>(`/v2/users?${query}`, keys.admin);
      expect([status, body.error?.details?.fields?.map(({ path }) => path)]).toEqual([400, [name]]);
    }
});

it("200 ignores a parameter of another list", async () => {
  expect(await found("leaveTypeId=nonsense&employeeId=E-7")).toEqual(["Uma User"]);
});
