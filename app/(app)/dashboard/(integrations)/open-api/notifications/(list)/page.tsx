import { getTranslations } from "next-intl/server";
import { CreateLink } from "@/app/_kit/list/create-link";
import { addressOf, isEmptyList, type PageSearch } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { caller } from "@/app/_trpc/server";
import { BeingSaved } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/(list)/being-saved";
import { NoNotifications } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/(list)/no-notifications";
import { readNotificationsQuery } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/(list)/notifications-query";
import {
  type FirstNotifications,
  NotificationsTable,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/(list)/notifications-table";
import { NotForYou } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/not-for-you";
import type {
  NotificationTerms,
  PendingView,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";
import { notifications as notificationsPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(notificationsPage);
export default routeOf(notificationsPage, NotificationsPage);

async function NotificationsPage({ searchParams }: { searchParams: Promise<PageSearch> }) {
  await requireActor();
  const asked = readNotificationsQuery(addressOf(await searchParams));
  const t = await getTranslations("notifications");
  const [terms, list, pending] = await Promise.all([
    load(caller().notifications.terms()),
    load(caller().notifications.page(asked)),
    load(caller().notifications.pending()),
  ]);
  const failed = terms.error ?? list.error;
  return (
    <>
      <RecordHeader
        of={notificationsPage}
        description={t(terms.data?.seesAll ? "list.seesAll" : "list.seesOwn")}
        actions={
          terms.data?.mayCreate ? (
            <CreateLink href={paths.newNotification}>{t("list.create")}</CreateLink>
          ) : undefined
        }
      />
      {failed ? <LoadError error={failed} /> : null}
      {terms.data && list.data ? (
        <Content terms={terms.data} first={{ asked, found: list.data }} pending={pending.data ?? []} />
      ) : null}
    </>
  );
}

type Props = { terms: NotificationTerms; first: FirstNotifications; pending: PendingView[] };

function Content({ terms, first, pending }: Props) {
  const { mayCreate, seesAll } = terms;
  const isEmpty = isEmptyList(first.found);
  // A user who lost the role still sees the notifications that they own, and can delete them.
  if (isEmpty && !mayCreate) return <NotForYou />;
  return (
    <>
      <BeingSaved first={pending} />
      {isEmpty ? (
        <NoNotifications />
      ) : (
        <NotificationsTable first={first} seesAll={seesAll} mayChange={mayCreate} />
      )}
    </>
  );
}
