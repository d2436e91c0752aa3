"use client";

import type { inferRouterInputs } from "@trpc/server";
import { useFormatter, useTranslations } from "next-intl";
import { useTRPCClient } from "@/app/_trpc/client";
import { useAnswer } from "@/app/_trpc/use-answer";
import type { Balance } from "@/app/(app)/dashboard/(leave)/balances/balances-table";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import type { AppRouter } from "@/server/api/trpc";
import { amountIn, figureOf, unitOf } from "@/server/kernel/time/amount";

type Asked = inferRouterInputs<AppRouter>["entitlements"]["preview"];

type Props = {
  /** Null while a field lacks something. */
  asked: Asked | null;
  /** Of the chosen leave type. */
  balance: Balance | undefined;
};

/** What an adjustment does to the balance, and as of when, while the form is filled in. What is wrong is said by the form. */
export function AdjustEffect({ asked, balance }: Props) {
  const t = useTranslations("balances.adjust");
  const format = useFormatter();
  const dates = useLeaveDates();
  const calls = useTRPCClient();
  const { shown, error } = useAnswer(asked, (wanted) => calls.entitlements.preview.query(wanted), {
    pauseMs: 400,
  });
  const lines = asked === null || error ? [] : (shown?.found ?? []);
  const amount = (days: number) => amountIn(days, balance?.hoursPerDay ?? null, balance?.dayHours ?? null);
  return (
    <ul aria-live="polite" className="text-muted empty:hidden">
      {lines.map(({ asOf, before, after }) => (
        <li key={asOf}>
          {t("effect", {
            date: dates({ startDate: asOf, endDate: asOf }),
            before: figureOf(amount(before), format.number, unitOf(amount(after))),
            after: figureOf(amount(after), format.number),
            unit: unitOf(amount(after)),
          })}
        </li>
      ))}
    </ul>
  );
}
