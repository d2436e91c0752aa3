import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { holidays, locations } from "@/drizzle/schema/directory";
import { leavePolicies } from "@/drizzle/schema/leaves";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import type { TestWorkspace } from "@/server/test/factories";
import { as, makeLeaveWorkspace, setPolicy } from "@/server/test/leave-kit";
import { testServices } from "@/server/test/services";
import { findLacks, prepareLocation } from "./prepare-location";

let services: Services;
let workspace: TestWorkspace;
let empty: string;
let home: string;

beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services);
  const { db } = services;
  const [found] = await db
    .select({ id: locations.id, name: locations.name })
    .from(locations)
    .where(and(eq(locations.workspaceId, workspace.id), eq(locations.isDefault, true)));
  home = found?.id ?? "";
  await setPolicy(services, workspace, { locationId: home, yearlyQuota: 28 });
  empty = newId();
  const row = { workspaceId: workspace.id, id: empty, timezone: "Europe/Oslo", createdAt: services.clock() };
  await db.insert(locations).values({ ...row, name: "Bergen" });
  const day = { workspaceId: workspace.id, locationId: home, date: "2027-05-17", name: "Day" };
  await db.insert(holidays).values({ ...day, id: newId() });
});

const countAt = async (table: typeof leavePolicies | typeof holidays, locationId: string) =>
  services.db.$count(table, and(eq(table.workspaceId, workspace.id), eq(table.locationId, locationId)));
const admin = () => as(services, workspace.people.admin);

it("a location without leave types gets those of the default one, and its holidays; once, of two that do it at once", async () => {
  expect(await findLacks(await admin(), empty)).toEqual({
    policies: true,
    holidays: true,
    like: expect.any(String),
  });
  const done = await Promise.allSettled([
    prepareLocation(await admin(), empty),
    prepareLocation(await admin(), empty),
  ]);
  expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await countAt(leavePolicies, empty)).toBe(await countAt(leavePolicies, home));
  expect(await countAt(holidays, empty)).toBe(await countAt(holidays, home));
  expect(await findLacks(await admin(), empty)).toMatchObject({ policies: false, holidays: false });
});

it("409 where someone works or leave types are, 403 without the right, 404 elsewhere", async () => {
  const { north, south } = workspace.locations;
  for (const id of [north, south])
    await expect(prepareLocation(await admin(), id)).rejects.toMatchObject({ code: "CONFLICT" });
  const other = await makeLeaveWorkspace(services);
  await expect(prepareLocation(await admin(), other.locations.north)).rejects.toMatchObject({
    code: "RESOURCE_NOT_FOUND",
  });
  const { locationAdmin } = workspace.people;
  await expect(prepareLocation(await as(services, locationAdmin), empty)).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});
