import type { CompanyLeaveObstacle, CompanyLeaveOutcome } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { dayText } from "@/server/kernel/time/calendar-date";
import type { Near } from "@/server/modules/leave/calendars/find-near";
import { cutTime, type LeaveTime, periodOf } from "@/server/modules/leave/calendars/period";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { isClosed } from "@/server/modules/leave/calendars/require-open-days";
import {
  countedBy,
  type Period,
  type Thousandths,
  workingDays,
} from "@/server/modules/leave/calendars/working-days";
import { findFactsOfMany } from "@/server/modules/leave/requests/find-facts";
import {
  examineBy,
  type LeaveFacts,
  type LeavePlan,
  type PlanVerdict,
  planExamined,
  type WantedLeave,
} from "@/server/modules/leave/requests/plan";
import { daysLeft, takenBy, withinEmployment } from "./policy";

/** The leave that a company leave gives to each person. */
export interface CompanyDays extends Pick<LeaveTime, "startDate" | "endDate" | "startPart" | "endPart"> {
  /** The reason of the leave; a preview may do without. */
  name?: string | undefined;
  leaveTypeId: string;
}

/** A leave to book. */
export interface Part {
  wanted: WantedLeave;
  plan: LeavePlan;
}

/** What a company leave means for a person, by the rules of booking. */
export interface Verdict {
  employee: Employee;
  outcome: CompanyLeaveOutcome;
  obstacle: CompanyLeaveObstacle | null;
  /** 0 unless the balance lacks something. */
  missing: Thousandths;
  /** What is booked; empty unless the outcome is BOOKED or PARTLY_BOOKED. */
  parts: readonly Part[];
  /** Other leave that takes some of these days. */
  away: readonly Near[];
}

type Draft = Omit<Verdict, "parts"> & { wanted: readonly WantedLeave[] };

/**
 * Judges people by the rules of a single booking: what is left of the days is examined and planned as if each had asked for it. So the
 * preview and the booking are the same. A company leave is the company's own act, which needs no approval.
 * @param employees locked when their leave is to be booked
 */
export async function judgePeople(
  ctx: Ctx,
  company: CompanyDays,
  employees: readonly Employee[],
): Promise<Verdict[]> {
  if (employees.length === 0) return [];
  const found = await findFactsOfMany(ctx, employees, company);
  const drafts = employees.flatMap((employee, place) => {
    const facts = found[place];
    return facts ? [{ draft: draftOf(employee, company, facts), facts }] : [];
  });
  const cases = drafts.map(({ draft: { employee, wanted }, facts }) => ({
    employee,
    replaced: null,
    parts: wanted.map((one) => ({
      wanted: one,
      examined: examineBy(ctx, { employee, wanted: one, replaced: null }, facts),
    })),
  }));
  const planned = await planExamined(ctx, cases);
  return drafts.map(({ draft }, place) => verdictOf(draft, planned[place]));
}

function draftOf(employee: Employee, company: CompanyDays, facts: LeaveFacts): Draft {
  const { policy, calendar, near } = facts;
  const nothing = { employee, obstacle: null, missing: 0, wanted: [], away: [] };
  const impossible = (obstacle: CompanyLeaveObstacle): Draft => ({
    ...nothing,
    outcome: "NOT_POSSIBLE",
    obstacle,
  });
  const employed = withinEmployment(periodOf(timeOf(company)), employee.employment);
  if (employee.status !== "ACTIVE") return impossible("NOT_ACTIVE");
  if (!employed) return impossible("NOT_EMPLOYED");
  if (!policy) return impossible("NOT_AVAILABLE");
  if (isClosed(employee, dayText(employed.start))) return impossible("PERIOD_CLOSED");
  // A day of work at least, in each count mode.
  const worked = countedBy(calendar, "WORKING_DAYS");
  const takes = (stretch: Period) => workingDays(stretch, worked);
  if (takes(employed) === 0) return { ...nothing, outcome: "NOT_WORKING" };
  const away = near.filter((other) => {
    const { start, end } = takenBy(periodOf(other), employed, calendar);
    return start <= end;
  });
  const stretches = daysLeft(employed, away.map(periodOf), calendar).filter((stretch) => takes(stretch) > 0);
  if (stretches.length === 0) return { ...nothing, away, outcome: "AWAY" };
  const isWhole = stretches.reduce((sum, stretch) => sum + takes(stretch), 0) === takes(employed);
  const wanted = stretches.map((stretch) => wantedOf(employee, company, stretch));
  return { ...nothing, wanted, away, outcome: isWhole ? "BOOKED" : "PARTLY_BOOKED" };
}

const wantedOf = ({ locationId }: Employee, company: CompanyDays, { start, end }: Period): WantedLeave => ({
  leaveTypeId: company.leaveTypeId,
  locationId,
  time: timeOf(cutTime(company, dayText(start), dayText(end))),
  reason: company.name ?? "",
});

const timeOf = ({ startDate, endDate, startPart, endPart }: ReturnType<typeof cutTime>): LeaveTime => ({
  ...{ startDate, endDate, isFullDayLeave: true, startPart, endPart },
  ...{ startHour: 0, startMinute: 0, endHour: 0, endMinute: 0 },
});

function verdictOf({ wanted, ...draft }: Draft, planned: PlanVerdict | undefined): Verdict {
  if (wanted.length === 0 || !planned) return { ...draft, parts: [] };
  if (!planned.refusal) {
    const parts = wanted.flatMap((one, place) => {
      const plan = planned.plans[place];
      return plan ? [{ wanted: one, plan }] : [];
    });
    return { ...draft, parts };
  }
  if (planned.missing > 0) return { ...draft, outcome: "LACKS_BALANCE", missing: planned.missing, parts: [] };
  return { ...draft, outcome: "NOT_POSSIBLE", obstacle: "REFUSED", parts: [] };
}
