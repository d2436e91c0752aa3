import type { credits } from "@/drizzle/schema/credits";
import { dayText } from "@/server/kernel/time/calendar-date";
import { instantOn } from "./calendar";
import type { LeaveSurroundings } from "./leaves";
import type { Random } from "./random";

type Around = Pick<LeaveSurroundings, "workspaceId" | "people" | "today" | "leaveTypeIds">;
type CreditRow = typeof credits.$inferInsert;

/** Of the person whose sign-in the demo has for employees: a credit that is to decide, and one that expires in some weeks. */
export function createCredits(
  { workspaceId, people, today, leaveTypeIds }: Around,
  random: Random,
): CreditRow[] {
  const employee = people.find(({ plan }) => plan.mailbox === "user");
  const admin = people.find(({ role, plan }) => role === "ADMIN" && plan.mailbox === "admin");
  if (!employee || !admin) return [];
  const creditOf = (earnedOn: number, rest: Pick<CreditRow, "days" | "reason" | "status">): CreditRow => ({
    ...{ workspaceId, id: random.id(instantOn(earnedOn, 17)), userId: employee.id },
    ...{ leaveTypeId: leaveTypeIds.vacation, source: "TIME_IN_LIEU", createdById: employee.id },
    ...{ earnedOn: dayText(earnedOn), expiresOn: dayText(earnedOn + 60) },
    ...{ createdAt: instantOn(earnedOn, 17), updatedAt: instantOn(earnedOn, 17), ...rest },
  });
  return [
    {
      ...creditOf(today - 20, {
        days: 1.5,
        reason: "Moved the servers over the weekend",
        status: "APPROVED",
      }),
      ...{ decidedById: admin.id, decidedAt: instantOn(today - 19, 9), version: 1 },
    },
    creditOf(today - 2, { days: 1, reason: "Worked at the fair on Saturday", status: "OPEN" }),
  ];
}
