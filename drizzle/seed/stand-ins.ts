import type { delegations } from "@/drizzle/schema/delegations";
import { type DayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { instantOn } from "./calendar";
import type { Person } from "./people";
import type { Random } from "./random";

type DelegationRow = typeof delegations.$inferInsert;

/** Stand-ins and their approvers, with start and end in days from today: one current, one future and one past. */
const plans = [
  { approver: "Ana Pavlović", standIn: "Milica Stanković", from: -2, to: 9 },
  { approver: "Milica Stanković", standIn: "Ana Pavlović", from: 20, to: 27 },
  { approver: "Milica Stanković", standIn: "Stefan Nikolić", from: -60, to: -53 },
] as const;

/** The demo's stand-ins, including the demo's approver. */
export function createStandIns(
  workspaceId: string,
  people: readonly Person[],
  today: DayNumber,
  random: Random,
): DelegationRow[] {
  const idOf = (name: string): string => {
    const person = people.find(({ plan }) => plan.name === name);
    if (!person) throw new Error(`${name} is not on the staff list`);
    return person.id;
  };
  return plans.map(({ approver, standIn, from, to }) => {
    const createdAt = instantOn(Math.min(today, today + from) - 3, 9);
    const userId = idOf(approver);
    return {
      ...{ workspaceId, id: random.id(createdAt), userId, standInId: idOf(standIn) },
      ...{ startDate: dayText(today + from), endDate: dayText(today + to) },
      ...{ createdById: userId, createdAt, updatedAt: createdAt },
    };
  });
}
