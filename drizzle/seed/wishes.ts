import type { LeaveStatus } from "@/drizzle/schema/values";
import { type DayNumber, yearOf } from "@/server/kernel/time/calendar-date";
import { dayOf } from "./calendar";
import type { LeaveTypeKey } from "./company";
import type { Person } from "./people";
import type { Random } from "./random";

/** A planned leave; placement decides whether it fits. */
export interface Wish {
  type: LeaveTypeKey;
  from: DayNumber;
  /** The number of working days. */
  days: number;
  part?: "HALF" | "HOURS";
  /** Fixed where the demo must show it; otherwise drawn. */
  status?: LeaveStatus;
  approvedLevel?: 0 | 1;
}

/** The range of leave before and after today, in days. */
export const reach = 365;

/** One person's requests within a year of today, in order of priority. */
export function wishesOf(person: Person, random: Random, today: DayNumber): Wish[] {
  return [
    ...parentalLeave(person, random, today),
    ...seasonalLeave(random, today),
    ...pastLeave(random, today),
    ...futureLeave(random, today),
  ].filter((wish) => Math.abs(wish.from - today) <= reach);
}

/** People who are absent today or this week, and requests that await the demo's approvers. */
export function fixedWishes(
  people: readonly Person[],
  random: Random,
  today: DayNumber,
): Map<string, Wish[]> {
  const fixed = new Map<string, Wish[]>();
  for (const [index, person] of settled(people, today).entries()) {
    const wish = awayToday(index, random, today);
    if (wish) fixed.set(person.id, [wish]);
  }
  for (const person of people) {
    const waiting = waitingFor(person, random, today);
    if (waiting) fixed.set(person.id, [...(fixed.get(person.id) ?? []), waiting]);
  }
  return fixed;
}

/** Long-time employees, spread over the staff list, with enough quota for anything; the demo's sign-ins stay at work. */
const settled = (people: readonly Person[], today: DayNumber) =>
  people.filter(
    (person, index) =>
      index % 3 === 2 &&
      !person.plan.status &&
      !person.plan.mailbox &&
      !person.plan.parentalFrom &&
      (person.start ?? 0) < today - 2 * reach,
  );

function awayToday(index: number, random: Random, today: DayNumber): Wish | null {
  const status = "APPROVED";
  if (index < 4) return { type: "vacation", from: today - random.int(1, 4), days: random.int(5, 8), status };
  if (index < 6) return { type: "sick", from: today - (index - 4), days: 2, status };
  if (index < 8) return { type: "home", from: today, days: 1, status };
  if (index < 9) return { type: "inLieu", from: today, days: 1, part: "HOURS", status };
  return null;
}

function waitingFor(person: Person, random: Random, today: DayNumber): Wish | null {
  const wish: Wish = { type: "vacation", from: today + random.int(15, 40), days: 3, status: "OPEN" };
  if (person.plan.mailbox === "user") return { ...wish, approvedLevel: 0 };
  if (person.plan.name === "Diogo Ferreira") return { ...wish, approvedLevel: 1 };
  return null;
}

function parentalLeave(person: Person, random: Random, today: DayNumber): Wish[] {
  const from = person.plan.parentalFrom;
  return from === undefined
    ? []
    : [{ type: "parental", from: today + from, days: random.int(50, 70), status: "APPROVED" }];
}

/** Summer, the turn of the year, and some days in spring; the farther ahead, the fewer requests. */
function seasonalLeave(random: Random, today: DayNumber): Wish[] {
  const year = yearOf(today);
  return [year - 1, year, year + 1].flatMap((each) => {
    const season: Wish[] = [
      { type: "vacation", from: dayOf(each, 6, 25) + random.int(0, 56), days: random.int(5, 10) },
      { type: "vacation", from: dayOf(each, 12, 18) + random.int(0, 9), days: random.int(2, 5) },
      { type: "vacation", from: dayOf(each, 4, 1) + random.int(0, 45), days: random.int(1, 4) },
    ];
    return season.filter((wish) => random.chance(wish.from > today + 150 ? 0.4 : 0.85));
  });
}

function pastLeave(random: Random, today: DayNumber): Wish[] {
  const ago = (least = 1) => today - random.int(least, reach);
  return [
    ...some(random, 1, 3, (): Wish => ({ type: "vacation", from: ago(), ...short(random, 0.25) })),
    ...some(random, 0, 3, (): Wish => ({ type: "sick", from: ago(), ...short(random, 0.2) })),
    ...some(random, 1, 3, (): Wish => ({ type: "home", from: ago(), ...short(random, 0.2) })),
    ...some(random, 0, 2, (): Wish => ({ type: "inLieu", from: ago(), days: 1, part: "HOURS" })),
    ...some(random, 0, 1, (): Wish => ({ type: "training", from: ago(), days: random.int(1, 3) })),
    // The type was closed half a year ago.
    ...some(random, 0, 1, (): Wish => ({ type: "volunteering", from: ago(190), days: 1 })),
  ];
}

function futureLeave(random: Random, today: DayNumber): Wish[] {
  const ahead = (most: number) => today + random.int(1, most);
  return [
    ...some(random, 0, 2, (): Wish => ({ type: "vacation", from: ahead(200), ...short(random, 0.2) })),
    ...some(random, 0, 1, (): Wish => ({ type: "home", from: ahead(21), days: random.int(1, 2) })),
    ...some(random, 0, 1, (): Wish => ({ type: "inLieu", from: ahead(40), days: 1, part: "HOURS" })),
    ...(random.chance(0.35) ? [{ type: "training", from: ahead(150), days: random.int(1, 4) } as const] : []),
  ];
}

const some = (random: Random, least: number, most: number, make: () => Wish): Wish[] =>
  Array.from({ length: random.int(least, most) }, make);

/** A day or two, now and then only half a day. */
const short = (random: Random, halves: number): Pick<Wish, "days" | "part"> =>
  random.chance(halves) ? { days: 1, part: "HALF" } : { days: random.int(1, 3) };
