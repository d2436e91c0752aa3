import { z } from "zod";
import type { Ctx } from "@/server/access/ctx";
import { encodeId, idOf } from "@/server/kernel/schema";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { attemptText } from "@/server/modules/integrations/operations/schema";
import { getRule, listRules } from "@/server/modules/leave/rules/list-rules";
import { ignoredTypesOf, leaveRuleView, ruleTargetsView } from "@/server/modules/leave/rules/present";
import { readTargets, readTypeNames } from "@/server/modules/leave/rules/read-targets";
import { LeaveRuleCreate, LeaveRulePatch } from "@/server/modules/leave/rules/schema";
import { deleteRule, mayWriteRule, updateRule, writeRule } from "@/server/modules/leave/rules/write-rule";
import { procedure, router } from "@/server/transport/trpc";
import { countBreaking } from "./count-breaking";
import { breakingCountView, rulePreviewView } from "./present";
import { previewRule } from "./preview-rule";

const ref = z.strictObject({ id: idOf("leaveRule") });

export const leaveRulesRouter = router({
  list: procedure.query(async ({ ctx }) => {
    const [rules, types] = await Promise.all([listRules(ctx), readTypeNames(ctx)]);
    return rules.map((rule) => ({
      ...leaveRuleView(rule),
      leaveTypeNames: rule.leaveTypeIds.flatMap((id) => types.get(id) ?? []),
      ignoredTypeNames: ignoredTypesOf(rule).flatMap((id) => types.get(id) ?? []),
      mayWrite: mayWriteRule(ctx, rule),
    }));
  }),
  get: procedure.input(ref).query(async ({ ctx, input }) => {
    const rule = await getRule(ctx, input.id);
    return { ...leaveRuleView(rule), mayWrite: mayWriteRule(ctx, rule) };
  }),
  /** What rules can be for; null for those who write none. */
  targets: procedure.query(async ({ ctx }) => {
    const { role } = ctx.actor;
    return role === "ADMIN" || role === "LOCATION_ADMIN" ? ruleTargetsView(await readTargets(ctx)) : null;
  }),
  /** How much leave breaks each rule that the caller may write. */
  counts: procedure.query(async ({ ctx }) => (await countBreaking(ctx)).map(breakingCountView)),
  /** The effect of a rule that isn't saved. */
  preview: procedure
    .input(LeaveRuleCreate)
    .query(async ({ ctx, input }) => rulePreviewView(await previewRule(ctx, input))),
  create: procedure
    .input(z.strictObject({ attempt: attemptText, rule: LeaveRuleCreate }))
    .mutation(async ({ ctx, input: { attempt, rule } }) => {
      const create = async (tx: Ctx) => (await writeRule(tx, rule)).id;
      return { id: encodeId("leaveRule", await oncePerForm(ctx, { attempt, input: rule }, create)) };
    }),
  update: procedure
    .input(ref.extend({ patch: LeaveRulePatch }))
    .mutation(async ({ ctx, input }) => leaveRuleView(await updateRule(ctx, input.id, input.patch))),
  delete: procedure.input(ref).mutation(async ({ ctx, input }) => {
    await deleteRule(ctx, input.id);
  }),
});
