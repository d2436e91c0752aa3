import { hash } from "@node-rs/argon2";
import { legacyKeys, rateCounters } from "@/drizzle/schema/api-keys";
import { companyLeavePeople, companyLeaves } from "@/drizzle/schema/company-leaves";
import { credits } from "@/drizzle/schema/credits";
import { delegations } from "@/drizzle/schema/delegations";
import { departmentApprovers, locationAdmins, userLabels } from "@/drizzle/schema/directory";
import { hoursWorked } from "@/drizzle/schema/hours-worked";
import { leaveCertificates } from "@/drizzle/schema/leave-certificates";
import { leaveRuleMarks, leaveRules } from "@/drizzle/schema/leave-rules";
import { balanceAdjustments, leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { credentials, invitations, verifiedEmails } from "@/drizzle/schema/signin";
import { type Role, roles } from "@/drizzle/schema/values";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Db } from "@/server/kernel/database/db";
import { randomBase62, sha256 } from "@/server/kernel/secrets";
import { type DayNumber, dayText, yearOf } from "@/server/kernel/time/calendar-date";
import { utcDay } from "@/server/kernel/time/clock";
import { dayAt, instantOn } from "./calendar";
import { createCertificates } from "./certificates";
import { companyName } from "./company";
import { createCompanyDay } from "./company-day";
import { createCredits } from "./credits";
import { createDirectory, type Directory, directoryTables } from "./directory";
import { createHoursWorked } from "./hours-worked";
import { insertAll, rowsOf, type SeedProgress, type TableRows } from "./insert";
import { createLeaveRules } from "./leave-rules";
import { createLeaves } from "./leaves";
import { createPatterns } from "./part-time";
import { createPeople, type Person } from "./people";
import { createRandom, type Random } from "./random";
import { addSickDay } from "./sick-day";
import { createStandIns } from "./stand-ins";

export interface DemoOptions {
  now: Date;
  /** The plain passwords of the sign-ins; only their hashes are stored. */
  passwords: Record<Role, string>;
  /** A plain v1 key. */
  legacyKey: string;
  seed?: number;
  progress?: SeedProgress;
}

export interface DemoSignIn {
  role: Role;
  name: string;
  email: string;
}

export interface DemoSummary {
  workspace: { id: string; name: string };
  /** One per role, weakest first. */
  signIns: DemoSignIn[];
  /** Rows in each table. */
  counts: Record<string, number>;
}

const companyAgeDays = 1150;

/**
 * Fills a database with a realistic company. The rows depend only on the seed and on the UTC day of `now`, except for the password hashes
 * and the v1 key. The caller first checks, in the same transaction, whether there is a workspace already.
 */
export async function seedDemo(db: Db, options: DemoOptions): Promise<DemoSummary> {
  const random = createRandom(options.seed ?? 1);
  const today = dayAt(options.now);
  const founded = today - companyAgeDays;
  const workspace = { id: random.id(instantOn(founded, 8)), name: companyName };
  const year = yearOf(today);
  const plan = { workspaceId: workspace.id, founded, years: [year - 1, year, year + 1] };
  const directory = createDirectory(plan, random);
  const people = createPeople(random, today, founded);
  const signIns = findSignIns(people);
  const around = { workspaceId: workspace.id, people, today, ...directory };
  const planned = createLeaves(around, random);
  // Each its own stream, so that it changes nothing else of the demo.
  const ordinary = addSickDay(around, planned, createRandom((options.seed ?? 1) + 2000));
  const company = createCompanyDay(around, ordinary, createRandom((options.seed ?? 1) + 1000));
  const tables: TableRows[] = [
    rowsOf("workspace", workspaces, [
      { ...workspace, plan: "COMPLETE", createdAt: instantOn(founded, 8), setUpAt: instantOn(founded, 9) },
    ]),
    ...directoryTables(directory),
    ...peopleTables(workspace.id, people, directory, today),
    rowsOf("sign-ins", credentials, await credentialRows(workspace.id, signIns, people, options)),
    rowsOf("invitations", invitations, invitationRows(workspace.id, signIns, people, today)),
    // The operator who starts the demo vouches for them.
    rowsOf(
      "verified addresses",
      verifiedEmails,
      signIns.map(({ id, email }) => ({
        workspaceId: workspace.id,
        userId: id,
        email,
        verifiedAt: options.now,
      })),
    ),
    rowsOf("company leave", companyLeaves, [company.companyLeave]),
    rowsOf("people of company leave", companyLeavePeople, company.people),
    rowsOf("leaves", leaves, [...ordinary, ...company.leaves]),
    ...legacyKeyTables(workspace.id, options, founded, random),
    rowsOf("working patterns", workPatterns, createPatterns(workspace.id, people, random)),
    rowsOf("stand-ins", delegations, createStandIns(workspace.id, people, today, random)),
  ];
  // After all others, so that these stay as they were for a seed.
  const ruled = createLeaveRules({ ...around, leaves: ordinary }, random);
  const worked = createHoursWorked(around, createRandom((options.seed ?? 1) + 4000));
  tables.push(
    rowsOf("leave rules", leaveRules, ruled.rules),
    rowsOf("broken rules", leaveRuleMarks, ruled.marks),
    rowsOf(
      "certificates of leave",
      leaveCertificates,
      createCertificates(around, [...ordinary, ...company.leaves]),
    ),
    rowsOf("credits", credits, createCredits(around, createRandom((options.seed ?? 1) + 3000))),
    rowsOf("quotas of people", balanceAdjustments, worked.quotas),
    rowsOf("hours worked", hoursWorked, worked.hours),
  );
  await db.transaction((tx) => insertAll(tx, tables, options.progress ?? (() => {})));
  return {
    workspace,
    signIns: signIns.map(({ role, plan, email }) => ({ role, name: plan.name, email })),
    counts: Object.fromEntries(tables.map(({ what, count }) => [what, count])),
  };
}

function peopleTables(
  workspaceId: string,
  people: readonly Person[],
  { locationIds, departmentIds, labelIds }: Directory,
  today: DayNumber,
): TableRows[] {
  const each = <T>(make: (person: Person) => readonly T[]): T[] => people.flatMap(make);
  return [
    rowsOf(
      "users",
      users,
      people.map((person) => userRow(workspaceId, person, locationIds, departmentIds, today)),
    ),
    rowsOf(
      "approvers",
      departmentApprovers,
      each(({ id, plan }) =>
        (plan.approves ?? []).map(({ department, level }) => ({
          workspaceId,
          departmentId: departmentIds[department],
          userId: id,
          level,
        })),
      ),
    ),
    rowsOf(
      "location admins",
      locationAdmins,
      each(({ id, plan }) =>
        (plan.manages ?? []).map((location) => ({
          workspaceId,
          locationId: locationIds[location],
          userId: id,
        })),
      ),
    ),
    rowsOf(
      "user labels",
      userLabels,
      each((person) =>
        person.labels.map((key) => ({ workspaceId, userId: person.id, labelId: labelIds[key] })),
      ),
    ),
  ];
}

function userRow(
  workspaceId: string,
  person: Person,
  locationIds: Directory["locationIds"],
  departmentIds: Directory["departmentIds"],
  today: DayNumber,
): typeof users.$inferInsert {
  const { plan, joined } = person;
  const changed = plan.status ? (person.end ?? today - 30) : joined;
  return {
    workspaceId,
    id: person.id,
    name: plan.name,
    email: person.email,
    isAdmin: person.role === "ADMIN",
    locationId: locationIds[plan.location],
    departmentId: departmentIds[plan.department],
    status: plan.status ?? "ACTIVE",
    employeeId: person.employeeId,
    startDate: person.start === null ? null : dayText(person.start),
    endDate: person.end === null ? null : dayText(person.end),
    birthday: person.birthday,
    createdAt: instantOn(joined, 8),
    updatedAt: instantOn(changed, 17),
  };
}

/** The staff list names one mailbox after each role. */
function findSignIns(people: readonly Person[]): Person[] {
  return roles.flatMap((role) => {
    const mailbox = role.toLowerCase().replace("_", "-");
    return people.filter((person) => person.role === role && person.plan.mailbox === mailbox);
  });
}

/** The active people beside the sign-ins, by when their accounts were created. */
const colleaguesOf = (people: readonly Person[], signIns: readonly Person[]): Person[] =>
  people
    .filter((person) => !person.plan.status && !signIns.includes(person))
    .sort((a, b) => a.joined - b.joined);

const invitedCount = 3;
const notInvitedCount = 2;

/** As in a company that uses the service: most have signed in, the newest are invited, and the very last are not invited yet. */
function splitColleagues(people: readonly Person[], signIns: readonly Person[]) {
  const colleagues = colleaguesOf(people, signIns);
  const invited = colleagues.slice(-invitedCount - notInvitedCount, -notInvitedCount);
  return { active: colleagues.slice(0, -invitedCount - notInvitedCount), invited };
}

/** Sign-ins have the given passwords. Everyone else shares the hash of one that is lost at once, so that the start takes no longer. */
async function credentialRows(
  workspaceId: string,
  signIns: readonly Person[],
  people: readonly Person[],
  { passwords, now }: DemoOptions,
): Promise<(typeof credentials.$inferInsert)[]> {
  const [lost, ...hashes] = await Promise.all([
    hash(randomBase62(32)),
    ...signIns.map(({ role }) => hash(passwords[role])),
  ]);
  const row = (userId: string, passwordHash: string) => ({
    workspaceId,
    userId,
    passwordHash,
    updatedAt: now,
  });
  return [
    ...signIns.map(({ id }, index) => row(id, hashes[index] ?? "")),
    ...splitColleagues(people, signIns).active.map(({ id }) => row(id, lost)),
  ];
}

/** Sent by the administrator on the day before. */
const invitationRows = (
  workspaceId: string,
  signIns: readonly Person[],
  people: readonly Person[],
  today: DayNumber,
): (typeof invitations.$inferInsert)[] =>
  splitColleagues(people, signIns).invited.map(({ id }) => ({
    workspaceId,
    userId: id,
    invitedById: signIns.find(({ role }) => role === "ADMIN")?.id ?? null,
    sentAt: instantOn(today - 1, 9),
  }));

function legacyKeyTables(
  workspaceId: string,
  { legacyKey, now }: DemoOptions,
  founded: DayNumber,
  random: Random,
): TableRows[] {
  const importedAt = instantOn(founded + 1, 10);
  const id = random.id(importedAt);
  const today = utcDay(now);
  return [
    rowsOf("legacy keys", legacyKeys, [
      {
        workspaceId,
        id,
        prefix: legacyKey.slice(0, 4),
        lastFour: legacyKey.slice(-4),
        hash: sha256(legacyKey),
        importedAt,
      },
    ]),
    rowsOf("rate counters", rateCounters, [
      { workspaceId, keyId: id, theoreticalArrivalAt: now, month: `${today.slice(0, 7)}-01`, day: today },
    ]),
  ];
}
