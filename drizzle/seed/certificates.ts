import type { leaveCertificates } from "@/drizzle/schema/leave-certificates";
import { dayText } from "@/server/kernel/time/calendar-date";
import { instantOn } from "./calendar";
import type { LeaveRow, LeaveSurroundings } from "./leaves";

type Around = Pick<LeaveSurroundings, "workspaceId" | "people" | "today" | "leaveTypeIds">;

/** Sick leave of which a certificate may still be asked for. */
const recent = 45;

/**
 * A certificate that is due, of the latest sick leave: if it is recent, of the person whose sign-in the demo has for employees, so that
 * they see it on their own pages.
 */
export function createCertificates(
  { workspaceId, people, today, leaveTypeIds }: Around,
  leaves: readonly LeaveRow[],
): (typeof leaveCertificates.$inferInsert)[] {
  const employees = new Set(people.filter(({ plan }) => plan.mailbox === "user").map(({ id }) => id));
  const admin = people.find(({ role, plan }) => role === "ADMIN" && plan.mailbox === "admin");
  const since = dayText(today - recent);
  const isTheirs = ({ userId, endDate }: LeaveRow) => Number(employees.has(userId) && endDate >= since);
  const [sick] = leaves
    .filter(
      ({ leaveTypeId, status, startDate }) =>
        leaveTypeId === leaveTypeIds.sick && status === "APPROVED" && startDate <= dayText(today),
    )
    .sort(
      (a, b) =>
        isTheirs(b) - isTheirs(a) ||
        b.endDate.localeCompare(a.endDate) ||
        String(a.id).localeCompare(String(b.id)),
    );
  if (!sick?.id || !admin) return [];
  return [
    {
      ...{ workspaceId, leaveId: sick.id, userId: sick.userId, askedById: admin.id },
      ...{ askedAt: instantOn(today - 1, 9), dueOn: dayText(today + 2) },
    },
  ];
}
