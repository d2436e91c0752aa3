import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { daysLater } from "@/app/_kit/ui/date-text";
import { Note } from "@/app/_kit/ui/note";
import { caller } from "@/app/_trpc/server";
import type { Balance } from "@/app/(app)/dashboard/(leave)/balances/balances-table";
import { LeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/leave-dates";
import { utcDay } from "@/server/kernel/time/clock";

/** How many days before expiry carry-over is announced. */
const daysAhead = 90;

/** Unplanned carry-over that expires soon. */
export async function Expiring({ balances, userId }: { balances: readonly Balance[]; userId: string }) {
  const soon = daysLater(utcDay(new Date()), daysAhead);
  const dates = new Set(
    balances.flatMap(({ carriedOverExpiresAt: until }) => (until && until <= soon ? [until] : [])),
  );
  const found = await Promise.all([...dates].map((date) => lapsingAfter(date, userId, balances)));
  const lapsing = found.flat();
  if (lapsing.length === 0) return null;
  const t = await getTranslations("balances.expiring");
  return (
    <Note tone="warning" title={t("title")}>
      <ul>
        {lapsing.map(({ type, days, date }) => (
          <li key={type}>
            {t.rich("line", { type, days, date: () => <LeaveDates startDate={date} endDate={date} /> })}
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** The expiring days: those missing from the next day's balances. */
async function lapsingAfter(date: string, userId: string, before: readonly Balance[]) {
  const after = await load(caller().balances.list({ userId, asOf: daysLater(date, 1) }));
  return before.flatMap(({ leaveTypeId, leaveTypeName, carriedOver, carriedOverExpiresAt }) => {
    const later = after.data?.find((row) => row.leaveTypeId === leaveTypeId);
    const days = carriedOver - (later?.carriedOver ?? carriedOver);
    return carriedOverExpiresAt === date && days > 0 ? [{ type: leaveTypeName, days, date }] : [];
  });
}
