"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { Form } from "@/app/_kit/form/use-form";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import type { RequestFormValues } from "@/app/(app)/dashboard/(leave)/request/form-values";
import {
  isOneDay,
  partOfDay,
  partsOfDays,
  type RequestTerms,
} from "@/app/(app)/dashboard/(leave)/request/leave-of-form";
import { type DayPart, dayParts, endParts, startParts } from "@/drizzle/schema/values";

type Props = {
  form: Form<RequestFormValues>;
  /** Undefined if it is no longer offered. */
  type: RequestTerms["types"][number] | undefined;
  errorAt: (name: keyof RequestFormValues) => string | undefined;
  idOf: (name: string) => string;
};

/** Below the first and the last day: how much of it, if the leave type allows half days. Of one day there is one choice. */
export function useHalfFields({ form: { values, change }, type, errorAt, idOf }: Props): {
  startDate: ReactNode;
  endDate: ReactNode;
} {
  const t = useTranslations("leaves.form");
  // Stays after a change back to whole days, so that the focus is not lost.
  const [keptFor, setKeptFor] = useState<string>();
  const hasHalves = type !== undefined && type.shortestDuration !== "FULL_DAY";
  const isChosen = values.startPart !== "FULL_DAY" || values.endPart !== "FULL_DAY";
  const isShown = hasHalves || isChosen || keptFor === values.leaveTypeId;
  if (values.part !== "day" || !isShown) return { startDate: null, endDate: null };
  const field = (
    name: "startPart" | "endPart",
    label: string,
    choice: { value: DayPart; options: readonly DayPart[]; choose: (part: DayPart) => void },
  ) => (
    <Field id={idOf(name)} label={label} labelHidden error={errorAt(name)} className="mt-2">
      <Select
        name={name}
        value={choice.value}
        onChange={({ target }) => {
          choice.choose(dayParts.find((one) => one === target.value) ?? "FULL_DAY");
          setKeptFor(values.leaveTypeId);
        }}
        options={choice.options.map((part) => ({ value: part, label: t(`dayParts.${part}`) }))}
      />
    </Field>
  );
  if (isOneDay(values)) {
    const choose = (part: DayPart) => change({ startPart: part, endPart: part });
    return {
      startDate: field("startPart", t("partOfDay"), { value: partOfDay(values), options: dayParts, choose }),
      endDate: null,
    };
  }
  const { startPart, endPart } = partsOfDays(values);
  return {
    startDate: field("startPart", t("startPart"), {
      value: startPart,
      options: startParts,
      choose: (part) => change({ startPart: part, endPart }),
    }),
    endDate: field("endPart", t("endPart"), {
      value: endPart,
      options: endParts,
      choose: (part) => change({ startPart, endPart: part }),
    }),
  };
}
