import { apiKeys, legacyKeys, rateCounters } from "@/drizzle/schema/api-keys";
import {
  departmentApprovers,
  departments,
  holidays,
  labels,
  locationAdmins,
  locations,
  userLabels,
} from "@/drizzle/schema/directory";
import { leavePolicies, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { LeaveStatus, Plan } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { scopes as allScopes, type Scope } from "@/server/access/scopes";
import { newId } from "@/server/kernel/ids";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { newKey } from "@/server/modules/integrations/keys/key-format";
import { freshCounter } from "@/server/modules/integrations/rate-limits/fresh-counter";

export interface TestKey {
  id: string;
  plain: string;
}

interface KeyOptions {
  workspaceId: string;
  ownerId: string;
  scopes?: readonly Scope[];
  expiresAt?: Date;
  revokedAt?: Date;
}

/** A v2 key; by default with a full bucket and every scope. */
export async function makeKey({ db, clock }: Services, options: KeyOptions): Promise<TestKey> {
  const { plain, prefix, lastFour, hash } = newKey(options.workspaceId);
  const id = newId();
  const { scopes = allScopes, ...row } = options;
  const createdAt = clock();
  await db
    .insert(apiKeys)
    .values({ ...row, id, name: "Test key", prefix, lastFour, hash, scopes: [...scopes], createdAt });
  await db.insert(rateCounters).values(freshCounter(options.workspaceId, id, createdAt));
  return { id, plain };
}

/** A v1 key. */
export async function makeLegacyKey({ db, clock }: Services, workspaceId: string): Promise<TestKey> {
  const plain = `legacy${newId().replaceAll("-", "")}`;
  const id = newId();
  await db.insert(legacyKeys).values({
    workspaceId,
    id,
    prefix: plain.slice(0, 4),
    lastFour: plain.slice(-4),
    hash: sha256(plain),
    importedAt: clock(),
  });
  await db.insert(rateCounters).values(freshCounter(workspaceId, id, clock()));
  return { id, plain };
}

type NewUser = Partial<typeof users.$inferInsert> &
  Pick<typeof users.$inferInsert, "workspaceId" | "name" | "locationId" | "departmentId">;

/** One person, with an address derived from the ID. @returns their id */
export async function makeUser({ db, clock }: Services, person: NewUser): Promise<string> {
  const id = person.id ?? newId();
  const at = clock();
  await db.insert(users).values({ email: `${id}@example.com`, createdAt: at, updatedAt: at, ...person, id });
  return id;
}

type NewLeave = Partial<typeof leaves.$inferInsert> & {
  startDate: string;
  endDate?: string;
  status?: LeaveStatus;
};

const dayMs = 86_400_000;
const daysIn = (start: string, end: string) => (Date.parse(end) - Date.parse(start)) / dayMs + 1;

/** One leave; by default approved, in whole days. @returns its id */
export async function makeLeave(services: Services, person: TestPerson, leave: NewLeave): Promise<string> {
  const id = leave.id ?? newId();
  const endDate = leave.endDate ?? leave.startDate;
  const days = daysIn(leave.startDate, endDate);
  await services.db.insert(leaves).values({
    workspaceId: person.workspaceId,
    userId: person.id,
    locationId: person.locationId,
    departmentId: person.departmentId,
    leaveTypeId: person.leaveTypeId,
    status: "APPROVED",
    durationCalendarDays: days,
    durationWorkingDays: days,
    createdAt: services.clock(),
    updatedAt: services.clock(),
    ...leave,
    endDate,
    id,
  });
  return id;
}

export interface TestPerson {
  workspaceId: string;
  id: string;
  name: string;
  locationId: string;
  departmentId: string;
  /** The leave type that `makeLeave` uses when none is given. */
  leaveTypeId: string;
}

/** The people of a test workspace. `admin`, `locationAdmin`, `approver` and `user` have the four roles. */
const cast = {
  admin: { name: "Ada Admin", location: "north", department: "engineering" },
  locationAdmin: { name: "Lena Location", location: "north", department: "engineering" },
  approver: { name: "Paul Approver", location: "south", department: "engineering" },
  user: { name: "Uma User", location: "south", department: "sales" },
  northSeller: { name: "Nils North", location: "north", department: "sales" },
  platformer: { name: "Pia Platform", location: "north", department: "platform" },
  inactive: { name: "Ines Inactive", location: "south", department: "sales" },
  deleted: { name: "Dora Deleted", location: "south", department: "sales" },
} as const;
export type CastMember = keyof typeof cast;
export const castMembers = Object.keys(cast) as CastMember[];

export type TestRole = "admin" | "locationAdmin" | "approver" | "user";
export const testRoles: readonly TestRole[] = ["admin", "locationAdmin", "approver", "user"];

type Named<K extends string> = Record<K, string>;

export interface TestWorkspace {
  id: string;
  /** `locationAdmin` manages north; `empty` has no people. */
  locations: Named<"north" | "south" | "empty">;
  /** `approver` approves sales; `platform` is below engineering; `empty` has no people. */
  departments: Named<"engineering" | "platform" | "sales" | "empty">;
  /** `remote`: user and northSeller; `night`: only the inactive person; `unused`: no one. */
  labels: Named<"remote" | "night" | "unused">;
  leaveTypes: Named<"vacation" | "sick" | "old">;
  holidays: Named<"northNewYear" | "northChristmas" | "southLabour" | "southNextLabour">;
  people: Record<CastMember, TestPerson>;
}

const idsFor = <K extends string>(...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, newId()])) as Named<K>;

/** A key with every scope for each of the four roles. */
export async function makeKeys(
  services: Services,
  workspace: TestWorkspace,
): Promise<Record<TestRole, TestKey>> {
  const keys = {} as Record<TestRole, TestKey>;
  for (const role of testRoles)
    keys[role] = await makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people[role].id });
  return keys;
}

interface WorkspaceOptions {
  plan?: Plan;
  openApiEnabled?: boolean;
}

/** A workspace in which the four roles reach four different sets of people. Dates are around 2026-11-20. */
export async function makeWorkspace(
  services: Services,
  options: WorkspaceOptions = {},
): Promise<TestWorkspace> {
  const workspace: TestWorkspace = {
    id: newId(),
    locations: idsFor("north", "south", "empty"),
    departments: idsFor("engineering", "platform", "sales", "empty"),
    labels: idsFor("remote", "night", "unused"),
    leaveTypes: idsFor("vacation", "sick", "old"),
    holidays: idsFor("northNewYear", "northChristmas", "southLabour", "southNextLabour"),
    people: {} as TestWorkspace["people"],
  };
  await services.db.insert(workspaces).values({
    id: workspace.id,
    name: "Test workspace",
    plan: "COMPLETE",
    createdAt: services.clock(),
    ...options,
  });
  await makePlaces(services, workspace);
  await makeCast(services, workspace);
  await makeAppointments(services, workspace);
  await makeLeaveTypes(services, workspace);
  return workspace;
}

async function makePlaces({ db, clock }: Services, { id: workspaceId, ...made }: TestWorkspace) {
  const createdAt = clock();
  const common = { workspaceId, createdAt };
  await db.insert(locations).values([
    { ...common, id: made.locations.north, name: "North", timezone: "Europe/Oslo", isDefault: true },
    {
      ...common,
      id: made.locations.south,
      name: "South",
      timezone: "America/Lima",
      yearStart: "04-01",
      firstDayOfWeek: 0,
      workWeek: [0, 1, 2, 3, 4],
      hoursPerDay: 7.5,
      quotaReset: "EMPLOYMENT_DATE",
      rolloverExpiry: { type: "DAYS_AFTER_RESET", days: 90 },
    },
    { ...common, id: made.locations.empty, name: "Empty", timezone: "UTC" },
  ]);
  const { engineering, platform, sales, empty } = made.departments;
  await db.insert(departments).values([
    { ...common, id: engineering, name: "Engineering", isDefault: true },
    { ...common, id: platform, name: "Platform", parentId: engineering },
    { ...common, id: sales, name: "Sales" },
    { ...common, id: empty, name: "Empty" },
  ]);
  await db.insert(labels).values([
    { ...common, id: made.labels.remote, name: "Remote", color: "00aa55" },
    { ...common, id: made.labels.night, name: "Night shift", color: "112233" },
    { ...common, id: made.labels.unused, name: "Unused", color: "ffffff" },
  ]);
  const { north, south } = made.locations;
  const { northNewYear, northChristmas, southLabour, southNextLabour } = made.holidays;
  await db.insert(holidays).values([
    { workspaceId, id: northNewYear, locationId: north, date: "2026-01-01", name: "New Year" },
    { workspaceId, id: northChristmas, locationId: north, date: "2026-12-25", name: "Christmas" },
    { workspaceId, id: southLabour, locationId: south, date: "2026-05-01", name: "Labour Day" },
    {
      workspaceId,
      id: southNextLabour,
      locationId: south,
      date: "2027-05-01",
      name: "Labour Day",
      isHalfDay: true,
    },
  ]);
}

async function makeCast(services: Services, workspace: TestWorkspace) {
  for (const member of castMembers) {
    const { name, location, department } = cast[member];
    const person = {
      workspaceId: workspace.id,
      name,
      locationId: workspace.locations[location],
      departmentId: workspace.departments[department],
    };
    const id = await makeUser(services, {
      ...person,
      isAdmin: member === "admin",
      status: member === "inactive" ? "INACTIVE" : member === "deleted" ? "DELETED" : "ACTIVE",
      ...(member === "user" && { employeeId: "E-7", startDate: "2024-02-01", endDate: "2027-01-31" }),
    });
    workspace.people[member] = { ...person, id, leaveTypeId: workspace.leaveTypes.vacation };
  }
}

async function makeAppointments({ db }: Services, { id: workspaceId, ...made }: TestWorkspace) {
  const { people } = made;
  await db
    .insert(locationAdmins)
    .values({ workspaceId, locationId: made.locations.north, userId: people.locationAdmin.id });
  await db.insert(departmentApprovers).values([
    { workspaceId, departmentId: made.departments.sales, userId: people.approver.id, level: 1 },
    { workspaceId, departmentId: made.departments.sales, userId: people.admin.id, level: 2 },
  ]);
  await db.insert(userLabels).values([
    { workspaceId, userId: people.user.id, labelId: made.labels.remote },
    { workspaceId, userId: people.northSeller.id, labelId: made.labels.remote },
    { workspaceId, userId: people.inactive.id, labelId: made.labels.night },
  ]);
}

async function makeLeaveTypes({ db, clock }: Services, { id: workspaceId, ...made }: TestWorkspace) {
  const common = { workspaceId, createdAt: clock() };
  const { vacation, sick, old } = made.leaveTypes;
  await db.insert(leaveTypes).values([
    { ...common, id: vacation, name: "Vacation", color: "00aa55", position: 2 },
    { ...common, id: sick, name: "Sick", color: "aa0000", position: 1, isPrivate: true },
    { ...common, id: old, name: "Old", color: "888888", position: 3, isActive: false },
  ]);
  const { north, south } = made.locations;
  await db.insert(leavePolicies).values([
    {
      workspaceId,
      leaveTypeId: vacation,
      locationId: north,
      yearlyQuota: 25,
      rollover: "LIMITED",
      rolloverMaximum: 5,
    },
    { workspaceId, leaveTypeId: vacation, locationId: south, yearlyQuota: 20.5, accrual: "MONTHLY" },
    { workspaceId, leaveTypeId: sick, locationId: north, unlimited: true, approvalRequired: false },
  ]);
}
