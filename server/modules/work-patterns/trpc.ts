import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import { oncePerForm } from "@/server/modules/operations/once-per-form";
import { procedure, router } from "@/server/transport/trpc";
import { deleteWorkPattern } from "./delete-work-pattern";
import { getWorkPatterns } from "./get-work-patterns";
import { workPatternPreviewV2, workPatternView } from "./present";
import { previewDeletion, previewWorkPattern } from "./preview-work-pattern";
import {
  WorkPatternOfMany,
  WorkPatternQuestion,
  WorkPatternRef,
  WorkPatternSubmission,
  WorkPatternsOf,
} from "./schema";
import { setPatternOfMany } from "./set-pattern-of-many";
import { setWorkPattern } from "./set-work-pattern";

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
  /** Of up to 100 people; said again it does the same. */
  setOfMany: procedure.input(WorkPatternOfMany).mutation(async ({ ctx, input: { userIds, pattern } }) => {
    const outcomes = await setPatternOfMany(ctx, userIds, pattern);
    return outcomes.map(({ userId, ...one }) => ({ userId: encodeId("user", userId), ...one }));
  }),
  delete: procedure
    .input(WorkPatternRef)
    .mutation(({ ctx, input: { userId, id } }) => deleteWorkPattern(ctx, userId, id)),
});
