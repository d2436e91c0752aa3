import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Form } from "@/app/_kit/form/use-form";
import { useTRPCClient } from "@/app/_trpc/client";
import { useAnswer } from "@/app/_trpc/use-answer";
import { type AdjustValues, isCorrecting } from "@/app/(app)/dashboard/(leave)/balances/adjust-acts";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { touchesDays } from "@/server/kernel/time/date-range";

/**
 * A correction counts from the first open day on, and ends with the last closed one, unless something else was chosen.
 * @returns which payroll run lists it
 */
export function useCorrectionTerms(
  userId: string,
  { values, change }: Form<AdjustValues>,
): string | undefined {
  const t = useTranslations("balances.adjust");
  const dates = useLeaveDates();
  const calls = useTRPCClient();
  const { shown } = useAnswer(isCorrecting(values.act) ? userId : null, (id: string) =>
    calls.payroll.correction.query({ userId: id }),
  );
  const terms = isCorrecting(values.act) ? shown?.found : null;
  const [seen, setSeen] = useState(terms);
  if (terms && terms !== seen) {
    setSeen(terms);
    change({
      ...(values.effectiveDate === "" && { effectiveDate: terms.effectiveDate }),
      // What follows is open, and entered as leave. How many of the days are closed is counted by who enters it.
      ...(values.correctsTo > terms.closedThrough && { correctsTo: terms.closedThrough, days: "" }),
    });
  }
  if (!terms?.payPeriod) return undefined;
  const isListed = touchesDays(terms.payPeriod, values.effectiveDate);
  return isListed ? t("listedIn", { dates: dates(terms.payPeriod) }) : undefined;
}
