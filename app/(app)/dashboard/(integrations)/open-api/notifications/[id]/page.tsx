import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Badge } from "@/app/_kit/ui/badge";
import { Tabs } from "@/app/_kit/ui/tabs";
import { caller } from "@/app/_trpc/server";
import { historyPage } from "@/app/(app)/dashboard/(integrations)/open-api/_schedules/history-page";
import { History } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/[id]/history";
import { NotificationSettings } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/[id]/notification-settings";
import { WhenLine } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/[id]/when-line";
import type { NotificationListed } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";
import { notification as notificationPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { paths } from "@/app/paths";
import { encodeId } from "@/server/kernel/schema";
import { requireActor } from "@/server/signin/session";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const tabs = ["settings", "history"] as const;
const [firstTab] = tabs;

const notificationOf = cache((id: string) => load(caller().notifications.get({ id })));
/** An id in another format names no notification either. */
const isMissing = (code: string | undefined) => code === "RESOURCE_NOT_FOUND" || code === "VALIDATION_ERROR";

export const generateMetadata = metadataOf(notificationPage, async ({ params }: Props) => {
  await requireActor();
  return (await notificationOf((await params).id)).data?.name;
});
export default routeOf(notificationPage, NotificationPage);

async function NotificationPage({ params, searchParams }: Props) {
  const { actor } = await requireActor();
  const t = await getTranslations("notifications");
  const [{ id }, query] = await Promise.all([params, searchParams]);
  const { data: notification, error } = await notificationOf(id);
  if (isMissing(error?.code)) notFound();
  if (!notification)
    return (
      <>
        <RecordHeader of={notificationPage} />
        {error ? <LoadError error={error} /> : null}
      </>
    );
  const current = tabs.find((tab) => tab === query.tab) ?? firstTab;
  const isOwn = notification.ownerId === encodeId("user", actor.userId);
  return (
    <>
      <RecordHeader
        of={notificationPage}
        title={notification.name}
        status={
          <Badge tone={notification.enabled ? "success" : "warning"}>
            {t(notification.enabled ? "status.enabled" : "status.paused")}
          </Badge>
        }
        description={
          <>
            <WhenLine notification={notification} />
            <p>{isOwn ? t("showsYours") : t("showsOwners", { name: notification.ownerName })}</p>
          </>
        }
      />
      <Tabs
        label={t("one")}
        tabs={tabs.map((tab) => ({
          label: t(`tabs.${tab}`),
          href: tab === firstTab ? paths.notification(id) : `${paths.notification(id)}?tab=${tab}`,
          current: tab === current,
        }))}
      />
      {current === "settings" ? <Settings notification={notification} /> : null}
      {current === "history" ? <Occurrences notification={notification} before={query.before} /> : null}
    </>
  );
}

async function Settings({ notification }: { notification: NotificationListed }) {
  const terms = await load(caller().notifications.terms());
  if (terms.error) return <LoadError error={terms.error} />;
  return <NotificationSettings notification={notification} terms={terms.data} />;
}

type OccurrencesProps = { notification: NotificationListed; before: string | string[] | undefined };

async function Occurrences({ notification: { id }, before }: OccurrencesProps) {
  const after = typeof before === "string" ? before : undefined;
  const page = await load(caller().notifications.occurrences(historyPage(id, after)));
  if (page.error) return <LoadError error={page.error} />;
  return <History key={after ?? "newest"} id={id} before={after} first={page.data} />;
}
