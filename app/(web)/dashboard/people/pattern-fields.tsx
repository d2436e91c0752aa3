"use client";

import { useTranslations } from "next-intl";
import { type Form, fieldAmong } from "@/app/_resource/use-form";
import { DateField } from "@/app/_ui/date-field";
import { Radio, RadioGroup } from "@/app/_ui/radio-group";
import { HoursFields } from "@/app/(web)/dashboard/people/hours-fields";
import type { PatternValues } from "@/app/(web)/dashboard/people/patterns";

const kinds = ["one", "two", "location"] as const;

/** The id of a field's control. */
export const patternFieldId = (name: string) => `pattern-${name}`;

/** The field of a path in the API's error. */
export const patternFieldOf = (path: string): string | null => {
  const [field = ""] = path.replace(/^pattern\./, "").split(".");
  return fieldAmong(["from", "hours"])(field === "minutes" ? "hours" : field);
};

type Props = {
  form: Form<PatternValues>;
  /** Whose work week it can be in place of a pattern; null where it is not the same for all. */
  location: string | null;
  /** The day that weeks begin with. */
  first: number;
};

/** From when, and how many hours of which days. */
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
