import { z } from "zod";
import type { Ctx } from "@/server/access/ctx";
import { encodeId, idOf } from "@/server/kernel/schema";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { utcDay } from "@/server/kernel/time/clock";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { readEmployees } from "@/server/modules/leave/calendars/read-employee";
import { findCreditsToDecide } from "@/server/modules/leave/decisions/find-credits-to-decide";
import { procedure, router } from "@/server/transport/trpc";
import { cancelCredit } from "./cancel-credit";
import { createCredit } from "./create-credit";
import { decideCredit } from "./decide-credit";
import { listCreditsOf } from "./list-credits";
import { creditToDecideView, creditView } from "./present";
import { CreditAnswer, CreditChange, CreditSubmission } from "./schema";
import { updateCredit } from "./update-credit";

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
    const today = (await readEmployees(ctx, [userId])).get(userId)?.today ?? dayNumber(utcDay(ctx.now()));
    return { items: items.map((row) => creditView(row, today)), next };
  }),
  toDecide: procedure.query(async ({ ctx }) => (await findCreditsToDecide(ctx)).map(creditToDecideView)),
  create: procedure.input(CreditSubmission).mutation(async ({ ctx, input: { attempt, credit } }) => {
    const create = async (tx: Ctx) => (await createCredit(tx, credit)).id;
    return { id: encodeId("credit", await oncePerForm(ctx, { attempt, input: credit }, create)) };
  }),
  update: procedure.input(CreditChange).mutation(async ({ ctx, input: { attempt, ...input } }) => {
    const { id, version: seen, patch } = input;
    const update = async (tx: Ctx) => (await updateCredit(tx, id, patch, seen)).id;
    return { id: encodeId("credit", await oncePerForm(ctx, { attempt, input }, update)) };
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
