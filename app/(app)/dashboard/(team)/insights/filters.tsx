"use client";

import { useTranslations } from "next-intl";
import { useGoTo } from "@/app/_kit/page/use-go-to";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import { addressOf, type Wanted } from "@/app/(app)/dashboard/(team)/insights/address";

type Choice = { id: string; name: string };
type Props = {
  wanted: Wanted;
  years: readonly number[];
  choices: { locations: readonly Choice[]; departments: readonly Choice[]; leaveTypes: readonly Choice[] };
};

const optionsOf = (choices: readonly Choice[]) => choices.map(({ id, name }) => ({ value: id, label: name }));

/** Year, location, department, and the leave type of the balances. */
export function Filters({ wanted, years, choices }: Props) {
  const t = useTranslations("insights.filters");
  const goTo = useGoTo();
  const set = (change: Partial<Wanted>) => goTo(addressOf({ ...wanted, ...change }));
  const all = (label: string) => ({ value: "", label });
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-3">
      <Field label={t("year")} className="w-28">
        <Select
          value={String(wanted.year)}
          onChange={({ target }) => set({ year: Number(target.value) })}
          options={years.map((year) => ({ value: String(year), label: String(year) }))}
        />
      </Field>
      <Field label={t("location")} className="w-52 max-sm:w-full">
        <Select
          value={wanted.location ?? ""}
          onChange={({ target }) => set({ location: target.value || null })}
          options={[all(t("allLocations")), ...optionsOf(choices.locations)]}
        />
      </Field>
      <Field label={t("department")} className="w-52 max-sm:w-full">
        <Select
          value={wanted.department ?? ""}
          onChange={({ target }) => set({ department: target.value || null })}
          options={[all(t("allDepartments")), ...optionsOf(choices.departments)]}
        />
      </Field>
      {choices.leaveTypes.length > 0 ? (
        <Field label={t("type")} className="w-52 max-sm:w-full">
          <Select
            value={wanted.type ?? choices.leaveTypes[0]?.id}
            onChange={({ target }) => set({ type: target.value })}
            options={optionsOf(choices.leaveTypes)}
          />
        </Field>
      ) : null}
    </div>
  );
}
