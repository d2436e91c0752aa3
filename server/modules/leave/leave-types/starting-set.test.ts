import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import type { LeaveTypeCreate } from "./schema";
import { startingCountries, startingSet, startingTypes } from "./starting-set";

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
