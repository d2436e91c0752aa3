"use client";

import { useTranslations } from "next-intl";
import { type Form, fieldAmong } from "@/app/_kit/form/use-form";
import { DateField } from "@/app/_kit/ui/date-field";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { HoursFields } from "@/app/(app)/dashboard/(team)/people/hours-fields";
import type { PatternValues } from "@/app/(app)/dashboard/(team)/people/patterns";

const kinds = ["one", "two", "location"] as const;

/** The id of a field's control. */
export const patternFieldId = (name: string) => `pattern-${name}`;

/** The form field for a path in an API error. */
export const patternFieldOf = (path: string): string | null => {
  const [field = ""] = path.replace(/^pattern\./, "").split(".");
  return fieldAmong(["from", "hours"])(field === "minutes" ? "hours" : field);
};

type Props = {
  form: Form<PatternValues>;
  /** The location whose work week can replace a pattern; null if people have different ones. */
  location: string | null;
  /** The first day of the week. */
  first: number;
};

/** The start date, and the hours of each day. */
export function PatternFields({ form, location, first }: Props) {
  const t = useTranslations("people.pattern.add");
  const { values, errorAt } = form;
  return (
    <>
      <DateField
        id={patternFieldId("from")}
        label={t("from")}
        help={t("fromHelp")}
        error={errorAt("from")}
        required
        className="sm:max-w-56"
        value={values.from}
        onChange={(from) => form.change({ from })}
        pastDays={180}
      />
      <RadioGroup label={t("kind")}>
        {kinds.map((kind) => (
          <Radio
            key={kind}
            name="kind"
            value={kind}
            label={
              kind === "location" && location === null
                ? t("theirLocation")
                : t(`kinds.${kind}`, { location: location ?? "" })
            }
            checked={values.kind === kind}
            onChange={() => form.change({ kind })}
          />
        ))}
      </RadioGroup>
      {values.kind === "location" ? null : <HoursFields form={form} first={first} idOf={patternFieldId} />}
    </>
  );
}
