import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { newCalendarFeed as newCalendarFeedPage } from "@/app/(web)/dashboard/page-records/settings";
import { FeedForm } from "@/app/(web)/dashboard/settings/calendar-feeds/new/feed-form";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(newCalendarFeedPage);
export default routeOf(newCalendarFeedPage, NewCalendarFeedPage);

async function NewCalendarFeedPage() {
  await requireActor();
  const [feeds, locations] = await Promise.all([
    load(caller().calendarFeeds.list()),
    load(caller().directory.locations.list()),
  ]);
  const failed = feeds.error ?? locations.error;
  return (
    <>
      <RecordHeader of={newCalendarFeedPage} />
      {failed ? <LoadError error={failed} /> : null}
      {feeds.data && locations.data ? (
        <FeedForm
          teamFeedsAllowed={feeds.data.teamFeedsAllowed}
          locations={locations.data.map(({ id, name }) => ({ id, name }))}
        />
      ) : null}
    </>
  );
}
