import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { holidays } from "@/drizzle/schema/directory";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
});

const form = (more: object = {}) => ({
  attempt: randomBytes(16).toString("hex"),
  types: [{ name: "Family leave", color: "7A5AF8" }],
  holidays: [
    {
      locationId: encodeId("location", workspace.locations.south),
      holidays: [
        { date: "2031-05-01", name: "Labour Day", isHalfDay: false },
        { date: "2031-12-24", name: "Christmas Eve", isHalfDay: true },
      ],
    },
  ],
  ...more,
});
const creatorOf = async (member: "admin" | "user" | "locationAdmin") =>
  (await signedInCaller(services, workspace.people[member])).startingSets.create;
const daysInSouth = () => services.db.$count(holidays, eq(holidays.locationId, workspace.locations.south));
const typesNamed = (name: string) =>
  services.db.$count(leaveTypes, and(eq(leaveTypes.workspaceId, workspace.id), eq(leaveTypes.name, name)));

it("leave types and public holidays are created together, once from a form sent 20 times at once", async () => {
  const create = await creatorOf("admin");
  const [before, wanted] = [await daysInSouth(), form()];
  const sent = await Promise.all(Array.from({ length: 20 }, () => create(wanted)));
  expect(new Set(sent.map(({ typeCount, holidayCount }) => `${typeCount} ${holidayCount}`))).toEqual(
    new Set(["1 2"]),
  );
  expect(await daysInSouth()).toBe(before + 2);
  expect(await typesNamed("Family leave")).toBe(1);
});

it("a leave type that can't be created adds no holiday either", async () => {
  const before = await daysInSouth();
  const twice = [
    { name: "Twice", color: "7A5AF8" },
    { name: "Twice", color: "7A5AF8" },
  ];
  await expect((await creatorOf("admin"))(form({ types: twice }))).rejects.toMatchObject({
    cause: { code: "VALIDATION_ERROR", more: { details: { fields: [{ path: "types.1.name" }] } } },
  });
  expect(await daysInSouth()).toBe(before);
});

it("403 for everyone except administrators", async () => {
  for (const member of ["user", "locationAdmin"] as const)
    await expect((await creatorOf(member))(form())).rejects.toMatchObject({ cause: { code: "FORBIDDEN" } });
});
