import type { Role } from "@/drizzle/schema/values";
import { type DayNumber, dayText, weekdayOf, yearOf } from "@/server/kernel/time/calendar-date";
import { dayOf, instantOn, weekdayFrom } from "./calendar";
import type { DepartmentKey, LabelKey, LocationKey } from "./company";
import type { Random } from "./random";
import { type PersonPlan, staff } from "./staff";

/** Reserved for examples: mail to it reaches no one. */
const domain = "demo.timeaway.example";

export interface Person {
  id: string;
  plan: PersonPlan;
  email: string;
  role: Role;
  employeeId: string | null;
  start: DayNumber | null;
  /** Last day of employment. */
  end: DayNumber | null;
  birthday: string | null;
  labels: LabelKey[];
  /** The day on which the account was created. */
  joined: DayNumber;
}

/** Everyone on the staff list; fields that the list omits are drawn. */
export function createPeople(random: Random, today: DayNumber, founded: DayNumber): Person[] {
  const drafted = staff.map((plan) => draftPerson(plan, random, today, founded));
  numberEmployees(drafted);
  return drafted;
}

function draftPerson(plan: PersonPlan, random: Random, today: DayNumber, founded: DayNumber): Person {
  const startsIn = plan.startsIn === undefined ? -random.int(60, 2400) : plan.startsIn;
  const start = startsIn === null ? null : workday(today + startsIn);
  const joined = Math.max(founded, Math.min(today - 2, (start ?? founded) - random.int(0, 6)));
  return {
    id: random.id(instantOn(joined, random.int(8, 16), random.int(0, 59))),
    plan,
    email: `${plan.mailbox ?? mailboxOf(plan.name)}@${domain}`,
    role: roleOf(plan),
    employeeId: null,
    start,
    end: plan.endsIn === undefined ? null : today + plan.endsIn,
    birthday: plan.birthday ?? drawBirthday(random, start ?? founded),
    labels: drawLabels(plan, random),
    joined,
  };
}

function roleOf(plan: PersonPlan): Role {
  if (plan.isAdmin) return "ADMIN";
  if (plan.manages) return "LOCATION_ADMIN";
  return plan.approves ? "APPROVER" : "USER";
}

const letters: Record<string, string> = { đ: "dj", ł: "l", ø: "o", æ: "ae", ı: "i", ß: "ss" };

/** `Søren Kjærgaard` is `soren.kjaergaard`. */
function mailboxOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[đłøæıß]/g, (letter) => letters[letter] ?? "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
  return plain.split(" ").join(".");
}

/** No one starts on a weekend; Friday is off in Lisbon. */
const workday = (on: DayNumber): DayNumber => ([0, 5, 6].includes(weekdayOf(on)) ? weekdayFrom(on, 1) : on);

/** An adult by the first day at work. */
function drawBirthday(random: Random, start: DayNumber): string | null {
  const born = dayOf(yearOf(start) - random.int(21, 46), 1, 1) + random.int(0, 364);
  return random.chance(0.9) ? dayText(born) : null;
}

function drawLabels(plan: PersonPlan, random: Random): LabelKey[] {
  const labels = new Set(plan.labels);
  if (random.chance(0.18)) labels.add("remote");
  if (random.chance(0.06)) labels.add("firstAid");
  return [...labels];
}

/** Numbers follow the order of joining; contractors, and people without a known start, have none. */
function numberEmployees(people: Person[]): void {
  const numbered = people.filter((person) => person.start !== null && !person.labels.includes("contractor"));
  numbered.sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
  numbered.forEach((person, index) => {
    person.employeeId = `MM-${String(index + 1).padStart(4, "0")}`;
  });
}

/** A person's location and department on a day. */
export function placeOn(
  person: Person,
  on: DayNumber,
  today: DayNumber,
): { location: LocationKey; department: DepartmentKey } {
  const { moved } = person.plan;
  return moved && on < today - moved.daysAgo ? moved : person.plan;
}
