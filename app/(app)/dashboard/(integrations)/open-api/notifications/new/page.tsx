import { getLocale, getTimeZone } from "next-intl/server";
import { languageOf } from "@/app/_i18n/languages";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { caller } from "@/app/_trpc/server";
import { NewNotificationForm } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/new/new-notification-form";
import { NotForYou } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/not-for-you";
import { newNotification as newNotificationPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { notificationFrequencies } from "@/drizzle/schema/values";
import { requireActor } from "@/server/signin/session";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = metadataOf(newNotificationPage);
export default routeOf(newNotificationPage, NewNotificationPage);

async function NewNotificationPage({ searchParams }: Props) {
  await requireActor();
  const [{ kind }, terms, locale, timezone] = await Promise.all([
    searchParams,
    load(caller().notifications.terms()),
    getLocale(),
    getTimeZone(),
  ]);
  const chosen = notificationFrequencies.find((one) => one.toLowerCase() === kind);
  return (
    <>
      <RecordHeader of={newNotificationPage} />
      {terms.error ? <LoadError error={terms.error} /> : null}
      {terms.data?.mayCreate === false ? <NotForYou /> : null}
      {terms.data?.mayCreate ? (
        <NewNotificationForm
          terms={terms.data}
          frequency={chosen ?? "DAILY"}
          locale={languageOf[locale]}
          timezone={timezone}
        />
      ) : null}
    </>
  );
}
