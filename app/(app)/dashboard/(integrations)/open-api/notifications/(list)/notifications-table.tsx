"use client";

import { useTranslations } from "next-intl";
import type { PagedColumn, PagedListRecord } from "@/app/_kit/list/list-record";
import { PagedList } from "@/app/_kit/list/resource-list";
import { Button } from "@/app/_kit/ui/button";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  choices,
  type NotificationsQuery,
  readNotificationsQuery,
} from "@/app/(app)/dashboard/(integrations)/open-api/list-queries";
import {
  Saving,
  usePending,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/(list)/being-saved";
import { DestinationsWords } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/destinations-words";
import { EnabledSwitch } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/enabled-switch";
import { NextSend } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/next-send";
import { NotificationActions } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-actions";
import type { NotificationListed } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";
import {
  useAudienceWords,
  useWhenWords,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-when-words";
import { paths } from "@/app/paths";

export type FirstNotifications = PagedListRecord<NotificationListed, NotificationsQuery>["first"];

type Props = {
  first: FirstNotifications;
  /** Administrators see everyone's notifications. */
  seesAll: boolean;
  /** Whether the signed-in user's role still allows changes. */
  mayChange: boolean;
};

/** The table "Scheduled notifications" with its filters, which are in the URL; oldest first. */
export function NotificationsTable({ first, seesAll, mayChange }: Props) {
  const t = useTranslations("notifications");
  const { notifications } = useTRPCClient();
  return (
    <PagedList
      caption={t("title")}
      columnsFrom={63}
      columns={useColumns(seesAll, mayChange)}
      rowKey={({ id }) => id}
      search={{ label: t("list.filter") }}
      choices={[
        {
          name: "kind",
          label: t("list.kind"),
          options: choices.notificationKind.map((value) => ({ value, label: t(`list.kinds.${value}`) })),
        },
        {
          name: "state",
          label: t("list.state"),
          options: choices.state.map((value) => ({ value, label: t(`list.states.${value}`) })),
        },
      ]}
      read={readNotificationsQuery}
      first={first}
      ask={(query) => notifications.page.query(query)}
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

function useColumns(seesAll: boolean, mayChange: boolean): PagedColumn<NotificationListed>[] {
  const t = useTranslations("notifications.columns");
  const when = useWhenWords();
  const audience = useAudienceWords();
  const pending = usePending();
  const owner: PagedColumn<NotificationListed> = { label: t("owner"), cell: ({ ownerName }) => ownerName };
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
