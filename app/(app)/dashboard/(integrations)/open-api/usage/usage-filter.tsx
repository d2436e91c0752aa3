"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTransition } from "react";
import { Select } from "@/app/_kit/ui/select";
import { CallerFilter, type ChosenCaller } from "@/app/(app)/dashboard/(integrations)/open-api/caller-filter";
import { usageParsers } from "@/app/(app)/dashboard/(integrations)/open-api/usage/usage-params";

type Props = { months: readonly string[]; caller: ChosenCaller };

/** Filters by month and caller. */
export function UsageFilter({ months, caller }: Props) {
  const t = useTranslations("usage");
  const format = useFormatter();
  const [pending, startTransition] = useTransition();
  const [filter, setFilter] = useQueryStates(usageParsers, { shallow: false, startTransition });
  return (
    <div className="flex flex-wrap gap-2" aria-busy={pending}>
      <Select
        aria-label={t("filter.month")}
        value={filter.month ?? months[0]}
        onChange={({ target }) => void setFilter({ month: target.value === months[0] ? null : target.value })}
        options={months.map((value, n) => ({
          value,
          label:
            n === 0
              ? t("filter.thisMonth")
              : format.dateTime(new Date(`${value}-01T00:00:00Z`), {
                  month: "long",
                  year: "numeric",
                  timeZone: "UTC",
                }),
        }))}
        className="w-full sm:w-48"
      />
      <CallerFilter
        label={t("filter.key")}
        all={t("filter.allKeys")}
        value={filter.key}
        chosen={caller}
        onChange={(key) => void setFilter({ key })}
        className="w-full sm:w-56"
      />
    </div>
  );
}
