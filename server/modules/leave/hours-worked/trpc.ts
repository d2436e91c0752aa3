import { z } from "zod";
import type { Ctx } from "@/server/access/ctx";
import { encodeId, idOf } from "@/server/kernel/schema";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { importProcedures } from "@/server/modules/workspace/imports/trpc";
import { procedure, router } from "@/server/transport/trpc";
import { deleteHours } from "./delete-hours";
import { importHours } from "./import-hours";
import { listHoursOf } from "./list-hours";
import { hoursWorkedV2 } from "./present";
import { recordHours } from "./record-hours";
import { HoursChange, HoursImport, HoursSubmission } from "./schema";
import { updateHours } from "./update-hours";

const HoursPage = z.strictObject({
  userId: idOf("user"),
  /** `next` of the previous page. */
  after: z
    .strictObject({ key: z.string().max(0), id: z.uuid() })
    .nullable()
    .default(null),
});

export const hoursWorkedRouter = router({
  list: procedure.input(HoursPage).query(async ({ ctx, input: { userId, after } }) => {
    const { items, next } = await listHoursOf(ctx, { userId, limit: 50, after });
    return { items: items.map(hoursWorkedV2), next };
  }),
  create: procedure.input(HoursSubmission).mutation(async ({ ctx, input: { attempt, hours } }) => {
    const create = async (tx: Ctx) => (await recordHours(tx, hours, { source: "PAGE", standing: null })).id;
    return { id: encodeId("hoursWorked", await oncePerForm(ctx, { attempt, input: hours }, create)) };
  }),
  update: procedure.input(HoursChange).mutation(async ({ ctx, input: { attempt, ...input } }) => {
    const update = async (tx: Ctx) => (await updateHours(tx, input.id, input.hours)).id;
    return { id: encodeId("hoursWorked", await oncePerForm(ctx, { attempt, input }, update)) };
  }),
  delete: procedure
    .input(z.strictObject({ id: idOf("hoursWorked") }))
    .mutation(async ({ ctx, input: { id } }) => {
      await deleteHours(ctx, id);
    }),
  ...importProcedures({ path: "/v2/hours-worked/import", body: HoursImport, run: importHours }),
});
