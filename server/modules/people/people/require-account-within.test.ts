import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { departmentApprovers, locationAdmins } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Refused } from "@/server/test/api-client";
import {
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { makeDelegation } from "@/server/test/stand-in-kit";

let services: Services;
let api: ReturnType<typeof apiClient>;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
beforeAll(async () => {
  services = await testServices({ clock: standingClock() }, { LOG_LEVEL: "silent" });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});

const account = () => workspace.people.platformer;
const approves = (department: keyof TestWorkspace["departments"], userId = account().id) =>
  services.db
    .insert(departmentApprovers)
    .values({ workspaceId: workspace.id, departmentId: workspace.departments[department], userId, level: 1 });
const standsIn = (from: string, to: string) =>
  makeDelegation(services, workspace.people.approver, account(), { startDate: from, endDate: to });

/**
 * What the account, which belongs to the location admin's location, may do; and whether the location admin's reach contains the account's.
 */
const duties: [duty: string, give: () => Promise<unknown>, isWithin: boolean][] = [
  ["no duty", async () => undefined, true],
  ["approves a department that is all in the location", () => approves("platform"), true],
  ["approves a department that is in others, too", () => approves("sales"), false],
  ["stands in today for an approver of others", () => standsIn("2026-11-19", "2026-11-20"), false],
  ["will stand in for an approver of others", () => standsIn("2027-03-01", "2027-03-02"), false],
  ["stood in for an approver of others", () => standsIn("2026-11-02", "2026-11-03"), true],
  [
    "manages another location",
    () =>
      services.db
        .insert(locationAdmins)
        .values({ workspaceId: workspace.id, locationId: workspace.locations.south, userId: account().id }),
    false,
  ],
  [
    "is an administrator",
    () => services.db.update(users).set({ isAdmin: true }).where(eq(users.id, account().id)),
    false,
  ],
];

const callerOf = (role: TestRole) => signedInCaller(services, workspace.people[role]);
const id = () => encodeId("user", account().id);
/** The outcome of a v2 response, or of a refused procedure. */
const outcome = (work: Promise<unknown>) =>
  work.then(
    (answer) => ((answer as { body?: Refused })?.body?.error ? "refused" : "done"),
    () => "refused",
  );

/** Writes that could prove ownership of the account. */
const writes: [write: string, by: (role: TestRole) => Promise<string>][] = [
  [
    "PATCH of the address",
    (role) =>
      outcome(api.v2("PATCH", `/v2/users/${id()}`, { key: keys[role], json: { email: "mine@example.com" } })),
  ],
  [
    "the form with another address",
    async (role) =>
      outcome((await callerOf(role)).people.update({ id: id(), patch: { email: "mine@example.com" } })),
  ],
  [
    "POST invite",
    (role) => outcome(api.v2("POST", `/v2/users/${id()}/invite`, { key: keys[role], json: {} })),
  ],
  ["the button that invites", async (role) => outcome((await callerOf(role)).invitations.send({ id: id() }))],
  [
    "POST bulk-invite",
    async (role) => {
      const json = { userIds: [id()] };
      const { body } = await api.v2<{ data: { users: { code: string | null }[] } }>(
        "POST",
        "/v2/users/bulk-invite",
        {
          key: keys[role],
          json,
        },
      );
      return body.data.users[0]?.code === null ? "done" : "refused";
    },
  ],
];

describe.each(duties)("for an account that %s", (_, give, isWithin) => {
  it.each(writes)(
    "%s is allowed to administrators, and to a location admin whose reach contains the account's",
    async (_name, by) => {
      await give();
      expect(await by("locationAdmin")).toBe(isWithin ? "done" : "refused");
      if (!isWithin) expect(await by("admin")).toBe("done");
    },
  );
});

it("other writes stay allowed to the location admin; the page says what is not allowed", async () => {
  await approves("sales");
  const caller = await callerOf("locationAdmin");
  await caller.people.update({
    id: id(),
    patch: { name: "Pia Renamed", email: account().id.concat("@EXAMPLE.com") },
  });
  expect((await caller.people.person({ id: id() })).may).toMatchObject({ edit: true, changeSignIn: false });
  expect((await (await callerOf("admin")).people.person({ id: id() })).may.changeSignIn).toBe(true);
  const refused = await api.v2<Refused>("PATCH", `/v2/users/${id()}`, {
    key: keys.locationAdmin,
    json: { email: "mine@example.com" },
  });
  expect(refused.body.error).toMatchObject({
    code: "FORBIDDEN",
    description: expect.stringContaining("stand-in"),
  });
});

it("403 with an administrator's key for a location admin whose reach does not contain the account's", async () => {
  await approves("sales");
  const answer = await api.v2<Refused>("PATCH", `/v2/users/${id()}`, {
    key: keys.admin,
    json: { email: "mine@example.com" },
    headers: { "x-on-behalf-of": encodeId("user", workspace.people.locationAdmin.id) },
  });
  expect(answer.body.error.code).toBe("FORBIDDEN");
});
