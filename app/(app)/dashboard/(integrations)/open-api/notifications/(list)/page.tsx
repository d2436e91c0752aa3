import { Cake, CalendarDays, CalendarRange } from "lucide-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { CreateLink } from "@/app/_kit/list/create-link";
import { addressOf, isEmptyList, type PageSearch } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { TextLink } from "@/app/_kit/ui/text-link";
import { caller } from "@/app/_trpc/server";
import { readNotificationsQuery } from "@/app/(app)/dashboard/(integrations)/open-api/list-queries";
import { NotForYou } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/not-for-you";
import type {
  NotificationTerms,
  PendingView,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";
import { ReferenceLink } from "@/app/(app)/dashboard/(integrations)/open-api/reference-link";
import { notifications as notificationsPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";
import { BeingSaved } from "./being-saved";
import { type FirstNotifications, NotificationsTable } from "./notifications-table";

const kinds = [
  { kind: "daily", Icon: CalendarDays },
  { kind: "weekly", Icon: CalendarRange },
  { kind: "birthday", Icon: Cake },
] as const;

/** The empty state: the three kinds of notification, each a link to the form. */
function NoNotifications() {
  const t = useTranslations("notifications.empty");
  return (
    <EmptyState title={t("title")} actions={<ReferenceLink page="create-notification" />} example={<Cards />}>
      {t("text")}
    </EmptyState>
  );
}

function Cards() {
  const t = useTranslations("notifications.empty");
  return (
    <ul className="grid gap-3 md:grid-cols-3">
      {kinds.map(({ kind, Icon }) => (
        <li
          key={kind}
          className="relative flex min-w-0 flex-col gap-1.5 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-control"
        >
          <Icon aria-hidden className="size-5 text-accent-text" />
          <h3 className="font-semibold">
            {/* The whole card is clickable. */}
            <TextLink
              quiet
              href={`${paths.newNotification}?kind=${kind}`}
              className="after:absolute after:inset-0 after:rounded-lg"
            >
              {t(`${kind}.title`)}
            </TextLink>
          </h3>
          <p className="text-muted">{t(`${kind}.text`)}</p>
          <p className="mt-auto rounded-md bg-sunken px-2.5 py-2 text-xs">{t(`${kind}.example`)}</p>
        </li>
      ))}
    </ul>
  );
}

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
