"use client";

import { useTranslations } from "next-intl";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { Button } from "@/app/_kit/ui/button";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { TextLink } from "@/app/_kit/ui/text-link";
import { Saving } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/(list)/saving";
import { usePending } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/(list)/use-pending";
import { DestinationsWords } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/destinations-words";
import { EnabledSwitch } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/enabled-switch";
import { NextSend } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/next-send";
import { NotificationActions } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-actions";
import type { NotificationListed } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";
import { useAudienceWords } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-audience-words";
import { useWhenWords } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-when-words";
import { paths } from "@/app/paths";

type Props = {
  notifications: readonly NotificationListed[];
  /** Administrators see everyone's notifications. */
  seesAll: boolean;
  /** Whether the signed-in user's role still allows changes. */
  mayChange: boolean;
};

/** The table "Scheduled notifications" with its filters, which are in the URL; oldest first. */
export function NotificationsTable({ notifications, seesAll, mayChange }: Props) {
  const t = useTranslations("notifications");
  return (
    <ResourceList
      caption={t("title")}
      columnsFrom={63}
      columns={useColumns(seesAll, mayChange)}
      rows={notifications}
      rowKey={({ id }) => id}
      search={{ label: t("list.filter"), textOf }}
      choices={[
        {
          name: "kind",
          label: t("list.kind"),
          options: (["all", "daily", "weekly", "birthday"] as const).map((value) => ({
            value,
            label: t(`list.kinds.${value}`),
            has: ({ frequency }: NotificationListed) => value === "all" || frequency.toLowerCase() === value,
          })),
        },
        {
          name: "state",
          label: t("list.state"),
          options: (["all", "enabled", "paused"] as const).map((value) => ({
            value,
            label: t(`list.states.${value}`),
            has: ({ enabled }: NotificationListed) => value === "all" || enabled === (value === "enabled"),
          })),
        },
      ]}
      shown={(count) => t("list.shown", { count })}
      nothing={({ q, chosen: { kind = "", state = "" }, show }) => (
        <EmptyState
          title={t("list.noMatch")}
          actions={<Button onClick={() => show()}>{t("list.clear")}</Button>}
        >
          {t(q ? "list.filteredBy" : "list.filtered", { text: q, kind, state })}
        </EmptyState>
      )}
    />
  );
}

const textOf = ({ name, ownerName, timezone, destinations }: NotificationListed) => [
  name,
  ownerName,
  timezone,
  ...destinations.flatMap(({ platform, addresses, channelName }) => [platform, channelName, ...addresses]),
];

function useColumns(seesAll: boolean, mayChange: boolean): ListColumn<NotificationListed>[] {
  const t = useTranslations("notifications.columns");
  const when = useWhenWords();
  const audience = useAudienceWords();
  const pending = usePending();
  const owner: ListColumn<NotificationListed> = { label: t("owner"), cell: ({ ownerName }) => ownerName };
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
