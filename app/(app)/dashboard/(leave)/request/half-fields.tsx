import type { ReactNode } from "react";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import {
  type Ends,
  isOneDay,
  partOfDay,
  partsOfDays,
} from "@/app/(app)/dashboard/(leave)/request/leave-of-form";
import { type DayPart, dayParts, endParts, startParts } from "@/drizzle/schema/values";

type Part = "startPart" | "endPart";

/** What is below the first and the last day. */
export type HalfFieldNodes = { startDate: ReactNode; endDate: ReactNode };

type Props = {
  values: Ends;
  change: (parts: Pick<Ends, Part>) => void;
  errorAt: (name: Part) => string | undefined;
  idOf: (name: string) => string;
  t: (word: "partOfDay" | Part | `dayParts.${DayPart}`) => string;
};

/** Fields for how much of the first and of the last day. Of one day there is one choice. */
export function halfFields({ values, change, errorAt, idOf, t }: Props): HalfFieldNodes {
  const field = (
    name: Part,
    label: string,
    choice: { value: DayPart; options: readonly DayPart[]; choose: (part: DayPart) => void },
  ) => (
    <Field id={idOf(name)} label={label} labelHidden error={errorAt(name)} className="mt-2">
      <Select
        name={name}
        value={choice.value}
        onChange={({ target }) => choice.choose(dayParts.find((one) => one === target.value) ?? "FULL_DAY")}
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
