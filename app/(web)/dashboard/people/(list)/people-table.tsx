"use client";

import { useTranslations } from "next-intl";
import type { ListColumn } from "@/app/_resource/list-record";
import { ResourceList } from "@/app/_resource/resource-list";
import { useOlder } from "@/app/_resource/use-older";
import { useTRPCClient } from "@/app/_trpc/client";
import { TextLink } from "@/app/_ui/text-link";
import { paths } from "@/app/(web)/dashboard/paths";
import type { PeoplePage } from "@/app/(web)/dashboard/people/(list)/people-list";
import type { PeopleFilter } from "@/app/(web)/dashboard/people/(list)/wanted";
import { PersonState } from "@/app/(web)/dashboard/people/person-state";

/** So many come with each further page. */
const moreRows = 500;

export type Person = PeoplePage["items"][number];

type Props = { asked: PeopleFilter; first: PeoplePage; leads: boolean; isLoading: boolean };

/** The table "People", by name. */
export function PeopleTable({ asked, first, leads, isLoading }: Props) {
  const t = useTranslations("people");
  const { people } = useTRPCClient();
  const { items, older } = useOlder(first, (after: NonNullable<PeoplePage["next"]>) =>
    people.page.query({ ...asked, limit: moreRows, after }),
  );
  return (
    <ResourceList
      caption={t("title")}
      columnsFrom={60}
      columns={useColumns(leads)}
      rows={items}
      rowKey={({ id }) => id}
      isLoading={isLoading}
      older={{ ...older, label: t("more") }}
    />
  );
}

function useColumns(leads: boolean): ListColumn<Person>[] {
  const t = useTranslations("people");
  const named: ListColumn<Person>[] = [
    {
      label: t("columns.name"),
      header: true,
      cell: ({ id, name, details }) => (
        <>
          <TextLink quiet href={paths.person(id)}>
            {name}
          </TextLink>
          {details ? <span className="block text-muted text-xs">{details.email}</span> : null}
        </>
      ),
    },
    { label: t("columns.department"), cell: ({ department }) => department.name },
    { label: t("columns.location"), cell: ({ location }) => location.name },
  ];
  if (!leads) return named;
  return [
    ...named,
    { label: t("columns.labels"), cell: ({ details }) => details?.labels.join(", ") || <Nothing /> },
    {
      label: t("columns.role"),
      cell: ({ details }) => (details?.role ? t(`roles.${details.role}`) : <Nothing />),
    },
    {
      label: t("columns.state"),
      cell: ({ details }) => (details ? <PersonState state={details.state} /> : <Nothing />),
    },
  ];
}

const Nothing = () => <span className="text-muted">–</span>;
