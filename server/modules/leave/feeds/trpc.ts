import { procedure, router } from "@/server/transport/trpc";
import { createFeed } from "./create-feed";
import { endFeed } from "./end-feed";
import { endOffer } from "./end-offer";
import { findOffer } from "./find-offer";
import { listFeeds } from "./list-feeds";
import { createdFeedView, feedView } from "./present";
import { rotateFeed } from "./rotate-feed";
import { FeedCreate, FeedRef } from "./schema";

/** The caller's calendar feeds. A URL is shown once: only the hash of its token is stored. */
export const calendarFeedsRouter = router({
  list: procedure.query(async ({ ctx }) => {
    const { items, ...rest } = await listFeeds(ctx);
    return { items: items.map(feedView), ...rest };
  }),
  create: procedure
    .input(FeedCreate)
    .mutation(async ({ ctx, input }) => createdFeedView(await createFeed(ctx, input))),
  rotate: procedure
    .input(FeedRef)
    .mutation(async ({ ctx, input }) => createdFeedView(await rotateFeed(ctx, input.id))),
  end: procedure.input(FeedRef).mutation(({ ctx, input }) => endFeed(ctx, input.id)),
  /** Whether Today offers a feed. */
  offer: procedure.query(({ ctx }) => findOffer(ctx)),
  endOffer: procedure.mutation(({ ctx }) => endOffer(ctx)),
});
