import { sql } from "drizzle-orm";
import { apiKeys, rateCounters } from "@/drizzle/schema/api-keys";
import { hoursWorked } from "@/drizzle/schema/hours-worked";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Db } from "@/server/kernel/database/db";
import { newId } from "@/server/kernel/ids";
import { checksum, randomBase62, sha256 } from "@/server/kernel/secrets";
import { type DayNumber, dayText, yearOf } from "@/server/kernel/time/calendar-date";
import { utcDay } from "@/server/kernel/time/clock";
import { workspaceDigits } from "@/server/kernel/workspace-secret";
import { dayAt, dayOf, instantOn } from "./calendar";
import { departmentKeys, departmentPlans, type LeaveTypeKey, locationKeys } from "./company";
import { createDirectory, type Directory, directoryTables } from "./directory";
import { insertAll, rowsOf, type SeedProgress, type TableRows } from "./insert";
import {
  insertLargeLeaves,
  type LargePerson,
  type LeaveWindow,
  slotDays,
  stageCalendar,
  stagePeople,
  trustReferences,
} from "./large-leaves";
import { addressOf, createLargePeople, peopleTables } from "./large-people";
import { createRandom, type Random } from "./random";

export interface LargeOptions {
  people: number;
  /** At most about 300, so that a person's leaves do not overlap. */
  leavesPerPerson: number;
  now: Date;
  /** The number of API keys to create; none by default. */
  keys?: number;
  progress?: SeedProgress;
}

export interface LargeSummary {
  workspace: { id: string; name: string };
  admin: { id: string; email: string };
  /** Plain v2 keys with every read scope, owned by the administrator. */
  keys: string[];
  counts: { people: number; leaves: number; keys: number };
}

/** Every read scope of v2; a test compares it with the list that the server enforces. */
export const readScopes = [
  "company-leaves:read",
  "credits:read",
  "hours-worked:read",
  "leaves:read",
  "users:read",
  "holidays:read",
  "departments:read",
  "locations:read",
  "labels:read",
  "leave-files:read",
  "leave-rules:read",
  "leave-types:read",
  "notifications:read",
  "payroll-runs:read",
  "webhooks:read",
];

const yearsBack = 10;
/** People per statement: enough to be fast, few enough to show progress. */
const peopleAtOnce = 250;
const teamSize = 100;
const peopleOfWhomOneIsPaidByHour = 40;
const weeksOfHours = 52;

const typeShares: Partial<Record<LeaveTypeKey, number>> = {
  vacation: 45,
  sick: 20,
  home: 25,
  inLieu: 5,
  training: 5,
};

/**
 * One more workspace with many people and a long history, for benchmarks. All in one transaction, then VACUUM ANALYZE: `db` must be a pool.
 * Call it again for another workspace.
 */
export async function seedLarge(db: Db, options: LargeOptions): Promise<LargeSummary> {
  const random = createRandom(options.people);
  const today = dayAt(options.now);
  const window = windowAround(today);
  // Rejected before anything is written.
  slotDays(window, options.leavesPerPerson);
  const workspace = { id: newId(), name: `Large ${options.people.toLocaleString("en")}` };
  const directory = createLargeDirectory(workspace.id, window, options.people, random);
  const people = createLargePeople(directory, options.people, window, random);
  const keys = createKeys(workspace.id, people[0]?.userId ?? "", options);
  const tables: TableRows[] = [
    rowsOf("workspace", workspaces, [
      {
        ...workspace,
        plan: "COMPLETE",
        createdAt: instantOn(window.first - 30, 8),
        setUpAt: instantOn(window.first - 30, 9),
      },
    ]),
    ...directoryTables(directory),
    ...peopleTables(workspace.id, people, directory, window),
    rowsOf("hours worked", hoursWorked, largeHours(workspace.id, people, today, random)),
    rowsOf("API keys", apiKeys, keys.rows),
    rowsOf("rate counters", rateCounters, keys.counters),
  ];
  const leaveCount = people.length * options.leavesPerPerson;
  const total = leaveCount + tables.reduce((sum, { count }) => sum + count, 0);
  const progress = options.progress ?? (() => {});
  await db.transaction(async (tx) => {
    await insertAll(tx, tables, (done, _, what) => progress(done, total, what));
    await stagePeople(tx, people);
    await stageCalendar(tx, locationCalendars(directory), window);
    await trustReferences(tx);
    for (let from = 1; from <= people.length; from += peopleAtOnce) {
      const to = Math.min(from + peopleAtOnce - 1, people.length);
      const range = { from, to, leavesPerPerson: options.leavesPerPerson };
      await insertLargeLeaves(tx, workspace.id, range, window, typesOf(directory));
      progress(total - leaveCount + to * options.leavesPerPerson, total, "leaves");
    }
  });
  // A million new rows would otherwise trigger autovacuum in the middle of a measurement.
  await db.execute(sql`VACUUM (ANALYZE)`);
  return {
    workspace,
    admin: { id: people[0]?.userId ?? "", email: addressOf(0) },
    keys: keys.plain,
    counts: { people: people.length, leaves: leaveCount, keys: keys.plain.length },
  };
}

function windowAround(today: DayNumber): LeaveWindow {
  const year = yearOf(today);
  return { first: dayOf(year - yearsBack, 1, 1), last: dayOf(year + 1, 12, 1), today };
}

/** The demo's directory with the holidays of all years, and one more department for every hundred people. */
function createLargeDirectory(
  workspaceId: string,
  window: LeaveWindow,
  people: number,
  random: Random,
): Directory {
  const founded = window.first - 30;
  const years = Array.from({ length: yearsBack + 2 }, (_, index) => yearOf(window.first) + index);
  const directory = createDirectory({ workspaceId, founded, years }, random);
  for (let team = 1; team <= Math.floor(people / teamSize); team++) {
    const parent = departmentKeys[team % departmentKeys.length] ?? "operations";
    directory.departments.push({
      workspaceId,
      id: random.id(instantOn(founded, 11)),
      name: `${departmentPlans[parent].name} ${String(team).padStart(2, "0")}`,
      parentId: directory.departmentIds[parent],
      createdAt: instantOn(founded, 11),
    });
  }
  return directory;
}

/** The hours of each week of a year, of one of forty people. */
const largeHours = (
  workspaceId: string,
  people: readonly LargePerson[],
  today: DayNumber,
  random: Random,
): (typeof hoursWorked.$inferInsert)[] =>
  people
    .filter((_, index) => index % peopleOfWhomOneIsPaidByHour === 7)
    .flatMap(({ userId }) =>
      Array.from({ length: weeksOfHours }, (_, week) => {
        const last = today - 1 - 7 * week;
        const at = instantOn(last, 18);
        return {
          ...{ workspaceId, id: random.id(at), userId, firstDay: dayText(last - 6), lastDay: dayText(last) },
          ...{ hours: random.int(40, 80) / 2, minutesPerDay: 480, source: "IMPORT" as const },
          ...{ createdAt: at, updatedAt: at },
        };
      }),
    );

const locationCalendars = (directory: Directory) =>
  locationKeys.map((key) => ({ locationId: directory.locationIds[key], calendar: directory.calendars[key] }));

const typesOf = (directory: Directory) =>
  Object.entries(typeShares).map(([key, percent]) => ({
    leaveTypeId: directory.leaveTypeIds[key as LeaveTypeKey],
    percent,
  }));

function createKeys(workspaceId: string, ownerId: string, { keys = 0, now }: LargeOptions) {
  const plain = Array.from({ length: keys }, () => {
    const body = `svc_live_${randomBase62(32)}${workspaceDigits(workspaceId)}`;
    return body + checksum(body);
  });
  const rows = plain.map((key, index) => ({
    workspaceId,
    id: newId(),
    ownerId,
    name: `Benchmark ${index + 1}`,
    prefix: key.slice(0, "svc_live_".length + 4),
    lastFour: key.slice(-4),
    hash: sha256(key),
    scopes: readScopes,
    createdAt: now,
  }));
  const day = utcDay(now);
  const fresh = { theoreticalArrivalAt: now, month: `${day.slice(0, 7)}-01`, day };
  return { plain, rows, counters: rows.map(({ id }) => ({ workspaceId, keyId: id, ...fresh })) };
}
