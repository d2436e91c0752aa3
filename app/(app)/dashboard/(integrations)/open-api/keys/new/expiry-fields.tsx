"use client";

import { useTranslations } from "next-intl";
import type { Form } from "@/app/_kit/form/use-form";
import { DateField } from "@/app/_kit/ui/date-field";
import { Field } from "@/app/_kit/ui/field";
import { Note } from "@/app/_kit/ui/note";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { Select } from "@/app/_kit/ui/select";
import {
  type ExpiryChoice,
  expiryOf,
  expiryValues,
} from "@/app/(app)/dashboard/(integrations)/open-api/keys/new/expiry";
import type { KeyFormInput } from "@/app/(app)/dashboard/(integrations)/open-api/keys/new/key-form-values";
import type { KeyWords } from "@/app/(app)/dashboard/(integrations)/open-api/keys/scope-words";

const choiceWords = (t: KeyWords, choice: ExpiryChoice): string =>
  choice === "date" || choice === "never" ? t(`expiry.${choice}`) : t("expiry.days", { days: choice });

type Props = {
  expiry: string;
  date: string;
  now: Date;
  form: Form<KeyFormInput>;
};

/** The expiry of the key. */
export function ExpiryFields({ expiry, date, now, form }: Props) {
  const t = useTranslations("keys");
  const end = expiryOf(expiry, date, now.getTime());
  const help = end ? t.rich("expiry.stops", { at: () => <RelativeTime at={end} show="local" /> }) : undefined;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-4">
        <Field label={t("expiry.label")} help={help} className="w-full sm:w-60">
          <Select
            {...form.bind("expiry")}
            options={expiryValues.map((value) => ({ value, label: choiceWords(t, value) }))}
          />
        </Field>
        {expiry === "date" ? (
          <DateField
            id="key-date"
            label={t("expiry.lastDay")}
            error={form.errorAt("date")}
            required
            className="w-full sm:w-60"
            value={date}
            onChange={(day) => form.change({ date: day })}
            min={now.toISOString().slice(0, 10)}
          />
        ) : null}
      </div>
      {expiry === "never" ? (
        <Note tone="warning" title={t("expiry.neverTitle")}>
          {t("expiry.neverText")}
        </Note>
      ) : null}
    </div>
  );
}
