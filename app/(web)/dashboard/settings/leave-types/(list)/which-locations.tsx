"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/app/_ui/field";
import { Select } from "@/app/_ui/select";
import { paths } from "@/app/(web)/dashboard/paths";
import { useGoTo } from "@/app/(web)/dashboard/use-go-to";

type Props = { group: number; names: readonly string[]; size: number };

/** The locations in the columns, if there are too many for one table. */
export function WhichLocations({ group, names, size }: Props) {
  const t = useTranslations("policies");
  const goTo = useGoTo();
  const groups = Array.from({ length: Math.ceil(names.length / size) }, (_, place) =>
    names.slice(place * size, (place + 1) * size),
  );
  return (
    <Field label={t("locations")} className="sm:max-w-96">
      <Select
        value={group}
        onChange={({ target }) => goTo(`${paths.leaveTypes}?locations=${target.value}`)}
        options={groups.map((some, place) => ({ value: String(place), label: some.join(", ") }))}
      />
    </Field>
  );
}
