"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Form } from "@/app/_kit/form/use-form";
import type { RequestFormValues } from "@/app/(app)/dashboard/(leave)/request/form-values";
import { type HalfFieldNodes, halfFields } from "@/app/(app)/dashboard/(leave)/request/half-fields";
import type { RequestTerms } from "@/app/(app)/dashboard/(leave)/request/leave-of-form";

type Props = {
  form: Form<RequestFormValues>;
  /** Undefined if it is no longer offered. */
  type: RequestTerms["types"][number] | undefined;
  errorAt: (name: keyof RequestFormValues) => string | undefined;
  idOf: (name: string) => string;
};

/** Below the first and the last day: how much of it, if the leave type allows half days. */
export function useHalfFields({ form: { values, change }, type, errorAt, idOf }: Props): HalfFieldNodes {
  const t = useTranslations("leaves.form");
  // Stays after a change back to whole days, so that the focus is not lost.
  const [keptFor, setKeptFor] = useState<string>();
  const hasHalves = type !== undefined && type.shortestDuration !== "FULL_DAY";
  const isChosen = values.startPart !== "FULL_DAY" || values.endPart !== "FULL_DAY";
  const isShown = hasHalves || isChosen || keptFor === values.leaveTypeId;
  // Who looks for halves learns that there are none.
  if (values.part !== "day" || !isShown)
    return {
      startDate: null,
      endDate:
        type && values.part === "day" ? <p className="mt-1 text-muted text-xs">{t("wholeDays")}</p> : null,
    };
  return halfFields({
    ...{ values, errorAt, idOf, t },
    change: (parts) => {
      change(parts);
      setKeptFor(values.leaveTypeId);
    },
  });
}
