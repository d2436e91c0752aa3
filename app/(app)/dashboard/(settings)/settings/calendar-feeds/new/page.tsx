import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { caller } from "@/app/_trpc/server";
import { newCalendarFeed as newCalendarFeedPage } from "@/app/(app)/dashboard/(settings)/pages";
import { FeedForm } from "@/app/(app)/dashboard/(settings)/settings/calendar-feeds/new/feed-form";
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
