"use client";

import { useTranslations } from "next-intl";
import type { PagedColumn, PagedListRecord } from "@/app/_kit/list/list-record";
import { useTRPCClient } from "@/app/_trpc/client";
import { TypeName } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { EditMenu } from "@/app/(app)/dashboard/(settings)/settings/edit-menu";
import { type Label, LabelDialog } from "@/app/(app)/dashboard/(settings)/settings/labels/label-dialog";
import { type LabelsQuery, readLabelsQuery } from "@/app/(app)/dashboard/(settings)/settings/list-queries";
import { PlacesList } from "@/app/(app)/dashboard/(settings)/settings/places-list";

type Props = Pick<PagedListRecord<Label, LabelsQuery>, "first">;

/** The table "Labels", each with its number of people. */
export function LabelsTable({ first }: Props) {
  const { labels } = useTRPCClient().directory;
  return (
    <PlacesList
      of="labels"
      columnsFrom={40}
      columns={useColumns()}
      read={readLabelsQuery}
      first={first}
      ask={(query) => labels.page.query(query)}
    />
  );
}

function useColumns(): PagedColumn<Label>[] {
  const t = useTranslations("places.labels");
  return [
    {
      label: t("columns.name"),
      header: true,
      sort: { name: "name" },
      cell: ({ name, color }) => <TypeName name={name} color={color} />,
    },
    {
      label: t("columns.people"),
      align: "right",
      sort: { name: "people", largestFirst: true },
      cell: ({ userCount }) => <span className="tabular-nums">{userCount}</span>,
    },
    { label: t("columns.actions"), actions: true, cell: (label) => <Actions label={label} /> },
  ];
}

function Actions({ label }: { label: Label }) {
  const t = useTranslations("places");
  const calls = useTRPCClient();
  const { id, name, userCount } = label;
  return (
    <EditMenu
      label={t("labels.actionsOf", { name })}
      words={{ edit: t("labels.edit"), delete: t("labels.delete") }}
      editor={(state) => <LabelDialog {...state} label={label} />}
      deletion={{
        title: t("labels.question", { name }),
        confirmLabel: t("labels.confirm"),
        cancelLabel: t("keep"),
        act: async () => {
          await calls.directory.labels.delete.mutate({ id });
          return { message: t("deleted", { name }) };
        },
        children: <p>{t("labels.use", { count: userCount })}</p>,
      }}
    />
  );
}
