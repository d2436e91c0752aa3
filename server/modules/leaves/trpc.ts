import { z } from "zod";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { dateText, encodeId, idOf } from "@/server/kernel/schema";
import { oncePerForm } from "@/server/modules/operations/once-per-form";
import { attemptText } from "@/server/modules/operations/schema";
import { procedure, router } from "@/server/transport/trpc";
import { cancelLeave } from "./cancel";
import { getRequestTerms } from "./get-request-terms";
import { listComingLeaves, listOwnLeaves } from "./list-own-leaves";
import { leavePreviewV2, leaveV2, ownLeaveView } from "./present";
import { previewWanted } from "./preview";
import { remindApprovers } from "./remind";
import { requestLeave } from "./request";
import { LeaveCreate, LeavePreviewRequest } from "./schema";
import { answerLeave } from "./see";

const LeaveSubmission = z.strictObject({ attempt: attemptText, leave: LeaveCreate });
const LeaveRef = z.strictObject({ id: idOf("leave") });

export const leavesRouter = router({
  terms: procedure.query(async ({ ctx }) => {
    const { types, ...terms } = await getRequestTerms(ctx);
    return { ...terms, types: types.map((type) => ({ ...type, id: encodeId("leaveType", type.id) })) };
  }),
  mine: procedure.query(async ({ ctx }) => (await listOwnLeaves(ctx)).map(ownLeaveView)),
  coming: procedure
    .input(z.strictObject({ today: dateText }))
    .query(async ({ ctx, input }) => (await listComingLeaves(ctx, { ...input, limit: 3 })).map(ownLeaveView)),
  /** One's own. */
  get: procedure.input(LeaveRef).query(async ({ ctx, input }) => {
    const [leave] = await listOwnLeaves(ctx, input.id);
    if (!leave) throw new ApiError("RESOURCE_NOT_FOUND");
    return ownLeaveView(leave);
  }),
  preview: procedure
    .input(LeavePreviewRequest)
    .query(async ({ ctx, input }) => leavePreviewV2(await previewWanted(ctx, input))),
  request: procedure.input(LeaveSubmission).mutation(async ({ ctx, input: { attempt, leave } }) => {
    const request = async (tx: Ctx) => (await requestLeave(tx, leave)).id;
    return { id: encodeId("leave", await oncePerForm(ctx, { attempt, input: leave }, request)) };
  }),
  remind: procedure.input(LeaveRef).mutation(async ({ ctx, input }) => {
    await remindApprovers(ctx, input.id);
  }),
  cancel: procedure
    .input(LeaveRef)
    .mutation(async ({ ctx, input }) => leaveV2(await answerLeave(ctx, cancelLeave(ctx, input.id, {})))),
});
