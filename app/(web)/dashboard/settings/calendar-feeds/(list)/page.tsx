import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { CreateLink } from "@/app/(web)/dashboard/create-link";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { calendarFeeds as calendarFeedsPage } from "@/app/(web)/dashboard/page-records/settings";
import { paths } from "@/app/(web)/dashboard/paths";
import { FeedsTable } from "@/app/(web)/dashboard/settings/calendar-feeds/(list)/feeds-table";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(calendarFeedsPage);
export default routeOf(calendarFeedsPage, CalendarFeedsPage);

async function CalendarFeedsPage() {
  await requireActor();
  const [t, found] = await Promise.all([getTranslations("feeds"), load(caller().calendarFeeds.list())]);
  const createLink = <CreateLink href={paths.newCalendarFeed}>{t("create")}</CreateLink>;
  const isEmpty = found.data?.items.length === 0;
  return (
    <>
      <RecordHeader of={calendarFeedsPage} actions={found.data && !isEmpty ? createLink : undefined} />
      {found.error ? (
        <LoadError error={found.error} />
      ) : isEmpty ? (
        <EmptyState title={t("none")} actions={createLink}>
          {t("noneText")}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-4">
          <FeedsTable {...found.data} />
          <p className="max-w-[75ch] text-muted">{t("notes")}</p>
        </div>
      )}
    </>
  );
}
