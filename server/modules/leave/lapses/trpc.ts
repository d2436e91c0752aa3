import { z } from "zod";
import { encodeId, idOf } from "@/server/kernel/schema";
import { listPage } from "@/server/transport/list-page";
import { procedure, router } from "@/server/transport/trpc";
import { listLapses } from "./list-lapses";
import { lapseOfPersonView, lapseView, typeSumView } from "./present";
import { previewNotices } from "./preview-notices";
import { LapseSearch, NoticesPreview, NoticesStep } from "./schema";
import { searchLapses } from "./search-lapses";
import { sendNotices } from "./send-notices";

export const lapsesRouter = router({
  /** Those of one person, oneself included. */
  list: procedure
    .input(z.strictObject({ userId: idOf("user") }))
    .query(async ({ ctx, input }) => (await listLapses(ctx, input.userId)).map(lapseOfPersonView)),
  page: procedure.input(LapseSearch).query(async ({ ctx, input }) => {
    const page = await listPage(ctx, "lapses", input, { list: searchLapses, present: lapseView });
    const { sums, leaveType, ...found } = page;
    return {
      ...found,
      sums: sums.map(typeSumView),
      leaveType: leaveType === undefined ? null : encodeId("leaveType", leaveType),
    };
  }),
  /** A mutation although it writes nothing: the rows do not fit into a URL. */
  preview: procedure.input(NoticesPreview).mutation(({ ctx, input }) => previewNotices(ctx, input.select)),
  /** One step; the caller goes on with `next` until it is null. */
  notify: procedure.input(NoticesStep).mutation(async ({ ctx, input: { select, after } }) => {
    const { mailCount, next } = await sendNotices(ctx, select, after);
    return { mailCount, next: next && encodeId("user", next) };
  }),
});
