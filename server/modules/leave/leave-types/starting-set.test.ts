import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import type { LeaveTypeCreate } from "./schema";
import { startingRulesOf } from "./starting-rules";
import { type StartingType, startingCountries, startingSet, startingTypes } from "./starting-set";

let services: Services;
let workspace: TestWorkspace;
beforeAll(async () => {
  services = await testServices();
  workspace = await makeWorkspace(services, { plan: "FREE" });
});
afterAll(() => services.close());

const attempt = () => randomBytes(16).toString("hex");
const refusal = (code: string) => expect.objectContaining({ cause: expect.objectContaining({ code }) });

/** The proposal as the page sends it. */
function proposed(country: string, prefix = ""): LeaveTypeCreate[] {
  const { types } = startingSet(country);
  const locationId = encodeId("location", workspace.locations.north);
  return startingTypes.map((type) => {
    const { policy, isUsual: _, ...look } = types[type];
    return { ...look, name: `${prefix}${type}`, policies: [{ ...policy, locationId }] };
  });
}

it("the proposal of every country can be written on the smallest plan", async () => {
  const { leaveTypes } = await signedInCaller(services, workspace.people.admin);
  for (const country of [...Object.keys(startingCountries), ""])
    expect(
      await leaveTypes.createMany({
        attempt: attempt(),
        types: proposed(country, `${country || "anywhere"} `),
      }),
    ).toEqual({ count: startingTypes.length });
});

it("the rules of every country are written with the leave types that they are about, and warn", async () => {
  const { leaveTypes, leaveRules } = await signedInCaller(services, workspace.people.admin);
  for (const country of ["DE", "GB", "NL", "anywhere"]) {
    const types = proposed(country, `ruled ${country} `);
    const placesOf = (type: StartingType | null) => (type === null ? [] : [startingTypes.indexOf(type)]);
    const rules = Object.values(startingRulesOf(country)).map(({ kind, parameters, about, ignores }, at) => ({
      ...{ name: `${country} ${at}`, kind, parameters },
      ...{ types: placesOf(about), ignoredTypes: placesOf(ignores) },
    }));
    await leaveTypes.createMany({ attempt: attempt(), types, rules });
    const ids = new Map((await leaveTypes.list()).map(({ id, name }) => [name, id]));
    const made = (await leaveRules.list()).filter(({ name }) => name.startsWith(`${country} `));
    expect(made.map(({ kind, effect, leaveTypeIds }) => ({ kind, effect, leaveTypeIds }))).toEqual([
      { kind: "NOTICE", effect: "WARN", leaveTypeIds: [ids.get(`ruled ${country} vacation`)] },
      { kind: "PROOF", effect: "WARN", leaveTypeIds: [ids.get(`ruled ${country} sick`)] },
      { kind: "MAX_AWAY", effect: "WARN", leaveTypeIds: [] },
    ]);
    expect(made[2]?.parameters).toMatchObject({ ignoredLeaveTypeIds: [ids.get(`ruled ${country} remote`)] });
  }
});

it("a rule for some locations is written for these", async () => {
  const { leaveTypes, leaveRules } = await signedInCaller(services, workspace.people.admin);
  const { kind, parameters } = startingRulesOf("DE").proof;
  const locationIds = [encodeId("location", workspace.locations.south)];
  await leaveTypes.createMany({
    ...{ attempt: attempt(), types: proposed("DE", "placed ") },
    rules: [{ name: "In the south", kind, parameters, types: [1], ignoredTypes: [], locationIds }],
  });
  expect((await leaveRules.list()).find(({ name }) => name === "In the south")).toMatchObject({
    locationIds,
  });
  await expect(
    leaveTypes.createMany({
      ...{ attempt: attempt(), types: proposed("DE", "misplaced ") },
      rules: [
        { name: "Nowhere", kind, parameters, types: [1], ignoredTypes: [], locationIds: ["location-x"] },
      ],
    }),
  ).rejects.toMatchObject({ cause: { code: "VALIDATION_ERROR" } });
});

it("a rule that can't be written is reported at its index, and no leave type stays", async () => {
  const { leaveTypes } = await signedInCaller(services, workspace.people.admin);
  const before = (await leaveTypes.list()).length;
  const rule = {
    name: "Wrong",
    kind: "PROOF",
    parameters: { longerThan: 3 },
    types: [1],
    ignoredTypes: [],
  } as const;
  await expect(
    leaveTypes.createMany({
      ...{ attempt: attempt(), types: proposed("DE", "wrong ") },
      rules: [{ ...rule, types: [...rule.types], ignoredTypes: [] }],
    }),
  ).rejects.toMatchObject({
    cause: { more: { details: { fields: [{ path: "rules.0.parameters.withinDays" }] } } },
  });
  expect(await leaveTypes.list()).toHaveLength(before);
});

it("all of them or none: a taken name is reported at its index", async () => {
  const { leaveTypes } = await signedInCaller(services, workspace.people.admin);
  const [first, second, ...more] = proposed("AT", "taken ");
  if (!first || !second) return expect.fail();
  await leaveTypes.createMany({ attempt: attempt(), types: [second] });
  const before = (await leaveTypes.list()).length;
  await expect(
    leaveTypes.createMany({ attempt: attempt(), types: [first, second, ...more] }),
  ).rejects.toMatchObject({
    cause: { code: "VALIDATION_ERROR", more: { details: { fields: [{ path: "types.1.name" }] } } },
  });
  expect(await leaveTypes.list()).toHaveLength(before);
});

it("a form sent 20 times at once is written once", async () => {
  const { leaveTypes } = await signedInCaller(services, workspace.people.admin);
  const form = { attempt: attempt(), types: proposed("SE", "once ") };
  const sent = await Promise.all(Array.from({ length: 20 }, () => leaveTypes.createMany(form)));
  expect(new Set(sent.map(({ count }) => count))).toEqual(new Set([startingTypes.length]));
  expect((await leaveTypes.list()).filter(({ name }) => name.startsWith("once "))).toHaveLength(
    startingTypes.length,
  );
});

it("403 for everyone except administrators", async () => {
  const { leaveTypes } = await signedInCaller(services, workspace.people.user);
  await expect(leaveTypes.createMany({ attempt: attempt(), types: proposed("AT") })).rejects.toEqual(
    refusal("FORBIDDEN"),
  );
});
