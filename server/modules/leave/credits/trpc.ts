import { z } from "zod";
import type { Ctx } from "@/server/access/ctx";
import { encodeId, idOf } from "@/server/kernel/schema";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { findCreditsToDecide } from "@/server/modules/leave/decisions/find-credits-to-decide";
import { procedure, router } from "@/server/transport/trpc";
import { cancelCredit } from "./cancel-credit";
import { createCredit } from "./create-credit";
import { decideCredit } from "./decide-credit";
import { listCreditsOf } from "./list-credits";
import { creditToDecideView, creditView } from "./present";
import { CreditAnswer, CreditSubmission } from "./schema";

const CreditPage = z.strictObject({
  userId: idOf("user"),
  /** `next` of the previous page. */
  after: z
    .strictObject({ key: z.string().max(0), id: z.uuid() })
    .nullable()
    .default(null),
});

export const creditsRouter = router({
  list: procedure.input(CreditPage).query(async ({ ctx, input: { userId, after } }) => {
    const { items, next } = await listCreditsOf(ctx, { userId, limit: 50, after });
    return { items: items.map(creditView), next };
  }),
  toDecide: procedure.query(async ({ ctx }) => (await findCreditsToDecide(ctx)).map(creditToDecideView)),
  create: procedure.input(CreditSubmission).mutation(async ({ ctx, input: { attempt, credit } }) => {
    const create = async (tx: Ctx) => (await createCredit(tx, credit)).id;
    return { id: encodeId("credit", await oncePerForm(ctx, { attempt, input: credit }, create)) };
  }),
  answer: procedure.input(CreditAnswer).mutation(async ({ ctx, input: { attempt, ...input } }) => {
    const { id, version: seen, action, reason } = input;
    const answer = async (tx: Ctx) => {
      const row =
        action === "cancel"
          ? await cancelCredit(tx, id, reason === undefined ? undefined : { reason }, seen)
          : await decideCredit(tx, id, { action, reason, seen });
      return row.status;
    };
    return { status: await oncePerForm(ctx, { attempt, input }, answer) };
  }),
});
