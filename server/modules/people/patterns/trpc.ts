import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import { getOperations } from "@/server/modules/integrations/operations/get";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { attemptText, OperationRefs } from "@/server/modules/integrations/operations/schema";
import { findSelected } from "@/server/modules/people/people/start-users-change";
import { procedure, router } from "@/server/transport/trpc";
import { deleteWorkPattern } from "./delete-work-pattern";
import { getWorkPatterns } from "./get-work-patterns";
import {
  workPatternPreviewV2,
  workPatternsSetV2,
  workPatternsSetView,
  workPatternsStandingView,
  workPatternView,
} from "./present";
import { previewDeletion, previewWorkPattern } from "./preview-work-pattern";
import {
  WorkPatternOfMany,
  WorkPatternQuestion,
  WorkPatternRef,
  WorkPatternSubmission,
  WorkPatternsOf,
} from "./schema";
import { setWorkPattern } from "./set-work-pattern";
import { setWorkPatterns } from "./set-work-patterns";
import { startWorkPatterns } from "./start-work-patterns";

export const workPatternsRouter = router({
  get: procedure.input(WorkPatternsOf).query(async ({ ctx, input: { userId } }) => {
    const { patterns, ...terms } = await getWorkPatterns(ctx, userId);
    return { ...terms, patterns: patterns.map(workPatternView) };
  }),
  preview: procedure
    .input(WorkPatternQuestion)
    .query(async ({ ctx, input: { userId, pattern } }) =>
      workPatternPreviewV2(await previewWorkPattern(ctx, userId, pattern)),
    ),
  previewDeletion: procedure
    .input(WorkPatternRef)
    .query(async ({ ctx, input: { userId, id } }) =>
      workPatternPreviewV2(await previewDeletion(ctx, userId, id)),
    ),
  create: procedure
    .input(WorkPatternSubmission)
    .mutation(async ({ ctx, input: { attempt, userId, pattern } }) => {
      const create = async (tx: Ctx) => (await setWorkPattern(tx, userId, pattern)).id;
      const id = await oncePerForm(ctx, { attempt, input: { userId, pattern } }, create);
      return { id: encodeId("workPattern", id) };
    }),
  /** Previews one pattern for many people. It changes nothing, but is a mutation because a URL cannot carry that many ids. */
  previewMany: procedure.input(WorkPatternOfMany).mutation(async ({ ctx, input: { select, pattern } }) => {
    const userIds = await findSelected(ctx, select);
    const outcomes = await setWorkPatterns(ctx, { userIds, pattern, mode: "check" });
    return workPatternsSetView([workPatternsSetV2(outcomes)]);
  }),
  setMany: procedure
    .input(WorkPatternOfMany.extend({ attempt: attemptText }))
    .mutation(async ({ ctx, input }) => ({
      operationIds: (await startWorkPatterns(ctx, input)).map((id) => encodeId("operation", id)),
    })),
  /** The progress of `setMany`. */
  standing: procedure
    .input(OperationRefs)
    .mutation(async ({ ctx, input }) =>
      workPatternsStandingView(await getOperations(ctx, { ids: input.operationIds })),
    ),
  delete: procedure
    .input(WorkPatternRef)
    .mutation(({ ctx, input: { userId, id } }) => deleteWorkPattern(ctx, userId, id)),
});
