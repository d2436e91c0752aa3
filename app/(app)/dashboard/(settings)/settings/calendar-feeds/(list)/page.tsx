import { getTranslations } from "next-intl/server";
import { CreateLink } from "@/app/_kit/list/create-link";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { calendarFeeds as calendarFeedsPage } from "@/app/(app)/dashboard/(settings)/pages";
import { FeedsTable } from "@/app/(app)/dashboard/(settings)/settings/calendar-feeds/(list)/feeds-table";
import { paths } from "@/app/paths";
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
