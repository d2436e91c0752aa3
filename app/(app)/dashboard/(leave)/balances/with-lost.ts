import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/trpc";

type Explained = inferRouterOutputs<AppRouter>["balances"];
type Line = Explained["explain"][number];
type Curve = Pick<Explained["curve"], "year" | "today" | "lapses">;

/** A line of the ledger; `lost` of what is not carried over: whether that is past. */
export type LedgerLine = Line & { lost?: "past" | "coming" };

/**
 * The ledger as of the last day of its year, with what expires then: the next year begins with what is left after it. The balance on that
 * day still has these days, so that the server's lines end before.
 */
export function withLost(
  lines: readonly Line[],
  { year, today, lapses }: Curve,
  asOf: string | null,
): LedgerLine[] {
  const lost = asOf === year.end ? lapses.find(({ date }) => date === year.end) : undefined;
  const last = lines.at(-1);
  if (!lost || !last || last.balanceAfter === null) return [...lines];
  const line: LedgerLine = {
    ...last,
    ...{ date: year.end, kind: "EXPIRED", days: -lost.days },
    balanceAfter: Math.round((last.balanceAfter - lost.days) * 1000) / 1000,
    ...{
      leaveId: null,
      creditId: null,
      note: null,
      expiresOn: null,
      hoursWorked: null,
      hoursWorkedRate: null,
    },
    lost: year.end < today ? "past" : "coming",
  };
  return [...lines, line];
}
