"use client";

import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { Button } from "@/app/_ui/button";
import type { Column } from "@/app/_ui/data-table";
import { EmptyState } from "@/app/_ui/empty-state";
import { ListTable } from "@/app/_ui/list-table";
import { SearchInput } from "@/app/_ui/search-input";
import { Select } from "@/app/_ui/select";
import { TextLink } from "@/app/_ui/text-link";
import {
  filtered,
  kindChoices,
  type NotificationFilter,
  notificationFilterParsers,
  stateChoices,
} from "@/app/(web)/dashboard/open-api/notifications/(list)/notification-filter";
import { Saving } from "@/app/(web)/dashboard/open-api/notifications/(list)/saving";
import { usePending } from "@/app/(web)/dashboard/open-api/notifications/(list)/use-pending";
import { DestinationsWords } from "@/app/(web)/dashboard/open-api/notifications/destinations-words";
import { EnabledSwitch } from "@/app/(web)/dashboard/open-api/notifications/enabled-switch";
import { NextSend } from "@/app/(web)/dashboard/open-api/notifications/next-send";
import { NotificationActions } from "@/app/(web)/dashboard/open-api/notifications/notification-actions";
import type { NotificationListed } from "@/app/(web)/dashboard/open-api/notifications/notification-views";
import { useAudienceWords } from "@/app/(web)/dashboard/open-api/notifications/use-audience-words";
import { useWhenWords } from "@/app/(web)/dashboard/open-api/notifications/use-when-words";
import { paths } from "@/app/(web)/dashboard/paths";

type Props = {
  notifications: readonly NotificationListed[];
  /** An administrator, who sees everybody's. */
  seesAll: boolean;
  /** Whether the signed-in person is still strong enough to change any. */
  mayChange: boolean;
};

/** The table "Scheduled notifications" with its filters, which live in the address. */
export function NotificationsTable({ notifications, seesAll, mayChange }: Props) {
  const t = useTranslations("notifications");
  const [filter, setFilter] = useQueryStates(notificationFilterParsers, { clearOnDefault: true });
  const columns = useColumns(seesAll, mayChange);
  const rows = filtered(notifications, filter);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label={t("list.filter")}
          value={filter.q}
          onChange={({ target }) => void setFilter({ q: target.value })}
        />
        <Select
          aria-label={t("list.kind")}
          value={filter.kind}
          onChange={({ target }) => void setFilter({ kind: target.value as NotificationFilter["kind"] })}
          options={kindChoices.map((value) => ({ value, label: t(`list.kinds.${value}`) }))}
          className="w-[calc(50%-0.25rem)] sm:w-40"
        />
        <Select
          aria-label={t("list.state")}
          value={filter.state}
          onChange={({ target }) => void setFilter({ state: target.value as NotificationFilter["state"] })}
          options={stateChoices.map((value) => ({ value, label: t(`list.states.${value}`) }))}
          className="w-[calc(50%-0.25rem)] sm:w-40"
        />
        <span role="status" className="sr-only">
          {t("list.shown", { count: rows.length })}
        </span>
      </div>
      {rows.length > 0 ? (
        <ListTable
          caption={t("title")}
          columnsFrom={63}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
        />
      ) : (
        <EmptyState
          title={t("list.noMatch")}
          actions={
            <Button onClick={() => void setFilter({ q: null, kind: null, state: null })}>
              {t("list.clear")}
            </Button>
          }
        >
          {t(filter.q ? "list.filteredBy" : "list.filtered", {
            text: filter.q,
            kind: t(`list.kinds.${filter.kind}`),
            state: t(`list.states.${filter.state}`),
          })}
        </EmptyState>
      )}
    </div>
  );
}

function useColumns(seesAll: boolean, mayChange: boolean): Column<NotificationListed>[] {
  const t = useTranslations("notifications.columns");
  const when = useWhenWords();
  const audience = useAudienceWords();
  const pending = usePending();
  const owner: Column<NotificationListed> = { label: t("owner"), cell: ({ ownerName }) => ownerName };
  return [
    {
      label: t("name"),
      header: true,
      cell: ({ id, name }) => (
        <>
          <TextLink quiet href={paths.notification(id)} className="columns:inline-block columns:min-w-32">
            {name}
          </TextLink>
          {pending
            .filter(({ notificationId }) => notificationId === id)
            .map(({ operationId }) => (
              <Saving key={operationId} operationId={operationId} />
            ))}
        </>
      ),
    },
    {
      label: t("when"),
      cell: (one) => <span className="wrap-anywhere columns:inline-block columns:min-w-36">{when(one)}</span>,
    },
    { label: t("next"), cell: ({ nextSendAt }) => <NextSend at={nextSendAt} /> },
    { label: t("audience"), cell: (one) => audience(one) },
    {
      label: t("destinations"),
      cell: ({ destinations }) => <DestinationsWords destinations={destinations} />,
    },
    ...(seesAll ? [owner] : []),
    {
      label: t("enabled"),
      cell: (one) => <EnabledSwitch notification={one} disabled={!mayChange} labelHidden />,
    },
    {
      label: t("actions"),
      actions: true,
      cell: (one) => <NotificationActions notification={one} mayChange={mayChange} />,
    },
  ];
}
