"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import type { PagedColumn, PagedListRecord } from "@/app/_kit/list/list-record";
import { Badge } from "@/app/_kit/ui/badge";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  type LocationsQuery,
  readLocationsQuery,
} from "@/app/(app)/dashboard/(settings)/settings/list-queries";
import { useCalendarWords } from "@/app/(app)/dashboard/(settings)/settings/locations/use-calendar-words";
import { PlacesList } from "@/app/(app)/dashboard/(settings)/settings/places-list";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";

type Location = inferRouterOutputs<AppRouter>["directory"]["locations"]["page"]["items"][number];

/** The table "Locations", with the time zone and working time of each. */
export function LocationsTable({ first }: Pick<PagedListRecord<Location, LocationsQuery>, "first">) {
  const { locations } = useTRPCClient().directory;
  return (
    <PlacesList
      of="locations"
      columnsFrom={46}
      columns={useColumns()}
      read={readLocationsQuery}
      first={first}
      ask={(query) => locations.page.query(query)}
    />
  );
}

function useColumns(): PagedColumn<Location>[] {
  const t = useTranslations("places");
  const words = useCalendarWords();
  return [
    {
      label: t("locations.columns.name"),
      header: true,
      sort: { name: "name" },
      cell: ({ id, name, isDefault }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <TextLink href={paths.location(id)} quiet>
            {name}
          </TextLink>
          {isDefault ? <Badge icon={null}>{t("default")}</Badge> : null}
        </span>
      ),
    },
    { label: t("locations.columns.timezone"), cell: ({ timezone }) => timezone.replaceAll("_", " ") },
    {
      label: t("locations.columns.workWeek"),
      cell: ({ workWeek, firstDayOfWeek, hoursPerDay }) => (
        <span>
          {words.workWeek(workWeek, firstDayOfWeek)}
          <span className="block text-muted text-xs">{t("locations.hours", { hours: hoursPerDay })}</span>
        </span>
      ),
    },
    {
      label: t("locations.columns.year"),
      cell: ({ quotaReset, yearStart }) =>
        quotaReset === "EMPLOYMENT_DATE" ? t("locations.onAnniversary") : words.monthDay(yearStart),
    },
    {
      label: t("locations.columns.people"),
      align: "right",
      sort: { name: "people", largestFirst: true },
      cell: ({ peopleCount }) => <span className="tabular-nums">{peopleCount}</span>,
    },
  ];
}
