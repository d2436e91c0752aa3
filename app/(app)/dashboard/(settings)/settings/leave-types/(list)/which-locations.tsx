"use client";

import { useTranslations } from "next-intl";
import { useGoTo } from "@/app/_kit/page/use-go-to";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import { paths } from "@/app/paths";

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
