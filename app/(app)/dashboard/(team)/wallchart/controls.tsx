"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { addressOf, type Wanted } from "@/app/(app)/dashboard/(team)/wallchart/address";
import type { Choices } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { Filters } from "@/app/(app)/dashboard/(team)/wallchart/filters";
import { PeriodBar } from "@/app/(app)/dashboard/(team)/wallchart/period-bar";

type Props = { wanted: Wanted; choices: Choices; title: string; today: string };

/** The period and the filters. A choice is applied at once, so that the next one builds on it before the chart has loaded. */
export function Controls({ wanted: shown, choices, title, today }: Props) {
  const router = useRouter();
  const [wanted, setWanted] = useOptimistic(shown);
  const [isPending, start] = useTransition();
  const show = (change: Partial<Wanted>) =>
    start(() => {
      const next = { ...wanted, ...change };
      setWanted(next);
      router.push(addressOf(next), { scroll: false });
    });
  return (
    <>
      <PeriodBar wanted={wanted} title={title} today={today} />
      <Filters wanted={wanted} choices={choices} show={show} isPending={isPending} />
    </>
  );
}
