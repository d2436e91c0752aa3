"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { Field } from "@/app/_kit/ui/field";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Select } from "@/app/_kit/ui/select";
import { Spinner } from "@/app/_kit/ui/spinner";
import { addressOf, isFiltered, type Wanted } from "@/app/(app)/dashboard/(team)/wallchart/address";
import type { Choices } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { paths } from "@/app/paths";

type Props = {
  wanted: Wanted;
  choices: Choices;
  show: (change: Partial<Wanted>) => void;
  isPending: boolean;
};

/** The filters of the chart; without JavaScript a form to submit. */
export function Filters({ wanted, choices, show, isPending }: Props) {
  const t = useTranslations("wallchart.filters");
  const { view, on } = wanted;
  const lists = [
    { name: "department", label: t("department"), options: choices.departments },
    { name: "location", label: t("location"), options: choices.locations },
    { name: "label", label: t("labelOf"), options: choices.labels },
    { name: "type", label: t("type"), options: choices.leaveTypes },
  ] as const;
  return (
    <search aria-label={t("label")} className="mb-4 print:hidden">
      <form action={paths.wallchart} className="flex flex-wrap items-end gap-x-3 gap-y-3">
        {view === "month" ? null : <input type="hidden" name="view" value={view} />}
        {on ? <input type="hidden" name="on" value={on} /> : null}
        {lists
          .filter(({ name, options }) => options.length > 1 || wanted[name])
          .map(({ name, label, options }) => (
            <Field key={name} label={label} className="w-full max-w-56 max-sm:max-w-none sm:w-44">
              <Select
                name={name}
                value={wanted[name]}
                onChange={({ target }) => show({ [name]: target.value })}
                options={[
                  { value: "", label: t("all") },
                  ...options.map((option) => ({ value: option.id, label: option.name })),
                ]}
              />
            </Field>
          ))}
        <div className="flex min-h-8 items-center gap-3 pointer-coarse:min-h-10">
          <span title={t("conflictHelp")}>
            <Checkbox
              name="conflicts"
              value="only"
              label={t("onlyConflicts")}
              checked={wanted.onlyConflicts}
              onChange={({ target }) => show({ onlyConflicts: target.checked })}
            />
          </span>
          <noscript>
            <Button type="submit">{t("apply")}</Button>
          </noscript>
          {isFiltered(wanted) ? (
            <LinkButton variant="ghost" href={addressOf({ ...unfiltered, view, on })} scroll={false}>
              {t("clear")}
            </LinkButton>
          ) : null}
          {isPending ? <Spinner /> : null}
        </div>
      </form>
    </search>
  );
}

const unfiltered = { department: "", location: "", label: "", type: "", onlyConflicts: false };
