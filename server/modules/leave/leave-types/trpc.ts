import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { ruleKinds } from "@/drizzle/schema/values";
import { encodeId, idOf, nameText } from "@/server/kernel/schema";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { attemptText } from "@/server/modules/integrations/operations/schema";
import { procedure, router } from "@/server/transport/trpc";
import { createLeaveType } from "./create-leave-type";
import { createStartingTypes } from "./create-starting-types";
import { getLeaveType } from "./get-leave-type";
import { listLeaveTypes } from "./list-leave-types";
import { listPolicies } from "./list-policies";
import { leaveTypeDetailV2, leaveTypeDetailView, leaveTypeView, policyEffectV2, policyV2 } from "./present";
import { previewPolicies } from "./preview-policies";
import { LeavePoliciesPreview, LeaveTypeCreate, LeaveTypePatch } from "./schema";
import { updateLeaveType } from "./update-leave-type";

const all = { limit: 10_000, after: null };
const places = z.array(z.int().min(0).max(19)).max(20);
/** A rule beside new leave types, which it names by their index. */
const NewRule = z.strictObject({
  name: nameText(limits.name),
  kind: z.enum(ruleKinds),
  parameters: z.record(z.string(), z.unknown()),
  types: places,
  ignoredTypes: places,
  locationIds: z.array(z.string().max(limits.name)).max(1000).optional(),
});

/** Leave types, and rules about them. */
export const newLeaveTypes = {
  types: z.array(LeaveTypeCreate).min(1).max(20),
  rules: z.array(NewRule).max(20).default([]),
};

const ref = z.strictObject({ id: idOf("leaveType") });

export const leaveTypesRouter = router({
  list: procedure.query(async ({ ctx }) =>
    (await listLeaveTypes(ctx, all)).items.map((row) => leaveTypeView(row, ctx.language)),
  ),
  /** The policies of every leave type at the locations within reach. */
  policies: procedure.query(async ({ ctx }) =>
    (await listPolicies(ctx)).map(({ leaveTypeId, ...policy }) => ({
      ...policyV2(policy),
      leaveTypeId: encodeId("leaveType", leaveTypeId),
    })),
  ),
  previewPolicies: procedure
    .input(ref.extend(LeavePoliciesPreview.shape))
    .query(async ({ ctx, input }) => policyEffectV2(await previewPolicies(ctx, input.id, input.policies))),
  get: procedure
    .input(ref)
    .query(async ({ ctx, input }) => leaveTypeDetailView(await getLeaveType(ctx, input.id), ctx.language)),
  create: procedure
    .input(LeaveTypeCreate)
    .mutation(async ({ ctx, input }) => leaveTypeDetailV2(await createLeaveType(ctx, input))),
  /** For pages of the version before; this one's create a starting set. */
  createMany: procedure
    .input(z.strictObject({ attempt: attemptText, ...newLeaveTypes }))
    .mutation(async ({ ctx, input: { attempt, types, rules } }) => {
      const input = rules.length > 0 ? { types, rules } : types;
      const made = await oncePerForm(ctx, { attempt, input }, async (tx) =>
        String(await createStartingTypes(tx, types, rules)),
      );
      return { count: Number(made) };
    }),
  update: procedure
    .input(ref.extend({ patch: LeaveTypePatch }))
    .mutation(async ({ ctx, input }) => leaveTypeDetailV2(await updateLeaveType(ctx, input.id, input.patch))),
});
