import { encodeId } from "@/server/kernel/schema";
import { procedure, router } from "@/server/transport/trpc";
import { createFeed } from "./create-feed";
import { endFeed } from "./end-feed";
import { listFeeds } from "./list-feeds";
import { feedView } from "./present";
import { rotateFeed } from "./rotate-feed";
import { FeedCreate, FeedRef } from "./schema";

const createdFeed = ({ id, url }: { id: string; url: string }) => ({ id: encodeId("feed", id), url });

/** The caller's calendar feeds. A URL is shown once: only the hash of its token is stored. */
export const calendarFeedsRouter = router({
  list: procedure.query(async ({ ctx }) => {
    const { items, ...rest } = await listFeeds(ctx);
    return { items: items.map(feedView), ...rest };
  }),
  create: procedure
    .input(FeedCreate)
    .mutation(async ({ ctx, input }) => createdFeed(await createFeed(ctx, input))),
  rotate: procedure
    .input(FeedRef)
    .mutation(async ({ ctx, input }) => createdFeed(await rotateFeed(ctx, input.id))),
  end: procedure.input(FeedRef).mutation(({ ctx, input }) => endFeed(ctx, input.id)),
});
