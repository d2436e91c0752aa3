"use client";

import { useTranslations } from "next-intl";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { Badge } from "@/app/_kit/ui/badge";
import { EditMenu } from "@/app/(app)/dashboard/(settings)/settings/edit-menu";
import {
  type Holiday,
  HolidayDialog,
} from "@/app/(app)/dashboard/(settings)/settings/holidays/(list)/holiday-dialog";
import { HolidayEffectNote } from "@/app/(app)/dashboard/(settings)/settings/holidays/holiday-effect";
import { useDayWords } from "@/app/(app)/dashboard/(settings)/settings/holidays/use-day-words";
import {
  RecountProgress,
  useHolidayWrite,
} from "@/app/(app)/dashboard/(settings)/settings/holidays/use-holiday-write";

type Location = { id: string; name: string };

/** The table "Public holidays" of one location and year. */
export function HolidaysTable({ holidays, location }: { holidays: readonly Holiday[]; location: Location }) {
  const t = useTranslations("places.holidays");
  return (
    <ResourceList
      caption={t("title")}
      columnsFrom={40}
      columns={useColumns(location)}
      rows={holidays}
      rowKey={({ id }) => id}
      shown={(count) => t("shown", { count })}
    />
  );
}

function useColumns(location: Location): ListColumn<Holiday>[] {
  const t = useTranslations("places.holidays");
  const dayWords = useDayWords();
  return [
    { label: t("columns.name"), header: true, cell: ({ name }) => name },
    { label: t("columns.date"), cell: ({ date }) => <time dateTime={date}>{dayWords(date)}</time> },
    {
      label: t("columns.length"),
      cell: ({ isHalfDay }) =>
        isHalfDay ? <Badge icon={null}>{t("half")}</Badge> : <span className="text-muted">{t("whole")}</span>,
    },
    {
      label: t("columns.actions"),
      actions: true,
      cell: (holiday) => <Actions holiday={holiday} location={location} />,
    },
  ];
}

function Actions({ holiday, location }: { holiday: Holiday; location: Location }) {
  const t = useTranslations("places");
  const { save, runs, progress } = useHolidayWrite();
  const dayWords = useDayWords();
  const { id, name, date } = holiday;
  return (
    <EditMenu
      label={t("holidays.actionsOf", { name })}
      words={{ edit: t("holidays.edit"), delete: t("holidays.delete") }}
      editor={(state) => (
        <HolidayDialog {...state} holiday={holiday} location={location} year={date.slice(0, 4)} />
      )}
      deletion={{
        title: t("holidays.question", { name }),
        confirmLabel: t("holidays.confirm"),
        cancelLabel: t("keep"),
        act: async () => {
          await save({ kind: "delete", id });
          return { message: t("deleted", { name }) };
        },
        children: (
          <>
            <p>{t("holidays.deleteText", { date: dayWords(date), location: location.name })}</p>
            {runs ? (
              <RecountProgress label={t("holidays.effect.running")} progress={progress} />
            ) : (
              <HolidayEffectNote asked={{ deletes: id }} />
            )}
          </>
        ),
      }}
    />
  );
}
