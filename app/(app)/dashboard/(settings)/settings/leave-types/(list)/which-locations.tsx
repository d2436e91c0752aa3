"use client";

import { useTranslations } from "next-intl";
import { useGoTo } from "@/app/_kit/page/use-go-to";
import { Field } from "@/app/_kit/ui/field";
import { LinkButton } from "@/app/_kit/ui/link-button";
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
  const address = (place: number) => `${paths.leaveTypes}?locations=${place}`;
  const first = group * size + 1;
  const last = Math.min(names.length, (group + 1) * size);
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <Field label={t("locations")} className="min-w-0 grow sm:max-w-96">
        <Select
          value={group}
          onChange={({ target }) => goTo(address(Number(target.value)))}
          options={groups.map((some, place) => ({ value: String(place), label: some.join(", ") }))}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-muted">{t("locationsOf", { first, last, count: names.length })}</p>
        {group > 0 ? <LinkButton href={address(group - 1)}>{t("locationsBefore")}</LinkButton> : null}
        {group < groups.length - 1 ? (
          <LinkButton href={address(group + 1)}>
            {t("locationsAfter", { count: Math.min(size, names.length - last) })}
          </LinkButton>
        ) : null}
      </div>
    </div>
  );
}
