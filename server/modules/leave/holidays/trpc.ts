import { z } from "zod";
import { requireRight } from "@/server/access/require-right";
import { encodeId, idOf } from "@/server/kernel/schema";
import { attemptText } from "@/server/modules/integrations/operations/schema";
import { startWrite } from "@/server/modules/integrations/operations/start-write";
import { listHolidays } from "@/server/modules/people/places/list-holidays";
import { holidayV2 } from "@/server/modules/people/places/present";
import { HolidayCreate, HolidayImport, HolidayPatch } from "@/server/modules/people/places/schema";
import { procedure, router } from "@/server/transport/trpc";
import { createHoliday } from "./create-holiday";
import { deleteHoliday } from "./delete-holiday";
import { findProposals } from "./find-proposals";
import { holidayPreviewV2 } from "./present";
import {
  previewHoliday,
  previewHolidayDeletion,
  previewHolidayImport,
  previewHolidayUpdate,
} from "./preview-holidays";
import { HolidayWrite, ProposalQuery } from "./schema";
import { updateHoliday } from "./update-holiday";
import { writeHoliday } from "./write-holiday";

export const publicHolidaysRouter = router({
  propose: procedure.input(ProposalQuery).query(({ ctx, input }) => findProposals(ctx, input)),
});

const all = { limit: 10_000, after: null };

const holidayRef = z.strictObject({ id: idOf("holiday") });

export const holidaysRouter = router({
  list: procedure
    .input(
      z.strictObject({
        locationId: idOf("location").optional(),
        year: z
          .string()
          .regex(/^\d{4}$/)
          .optional(),
      }),
    )
    .query(async ({ ctx, input }) => (await listHolidays(ctx, { ...input, ...all })).items.map(holidayV2)),
  /** This, `update` and `delete` are for pages of the version before, which wait for them. */
  create: procedure
    .input(HolidayCreate)
    .mutation(async ({ ctx, input }) => holidayV2(await createHoliday(ctx, input))),
  /** Changes a holiday; where that recounts the leave of many, as an operation, whose progress the page shows. */
  save: procedure
    .input(z.strictObject({ attempt: attemptText, write: HolidayWrite }))
    .mutation(async ({ ctx, input: { attempt, write } }) => {
      const id = await writeHoliday(ctx, attempt, write);
      return { operationId: id === null ? null : encodeId("operation", id) };
    }),
  /** As an operation, whose progress the page shows. */
  startImport: procedure
    .input(z.strictObject({ attempt: attemptText, holidays: HolidayImport }))
    .mutation(async ({ ctx, input: { attempt, holidays } }) => {
      requireRight(ctx, "holidays:write");
      // The body as a caller of v2 sends it.
      const body = { ...holidays, locationId: encodeId("location", holidays.locationId) };
      const id = await startWrite(ctx, { attempt, path: "/v2/holidays/import", body });
      return { operationId: encodeId("operation", id) };
    }),
  update: procedure
    .input(holidayRef.extend({ patch: HolidayPatch }))
    .mutation(async ({ ctx, input }) => holidayV2(await updateHoliday(ctx, input.id, input.patch))),
  delete: procedure.input(holidayRef).mutation(({ ctx, input }) => deleteHoliday(ctx, input.id)),
  preview: procedure
    .input(HolidayCreate)
    .query(async ({ ctx, input }) => holidayPreviewV2(await previewHoliday(ctx, input))),
  /** Changes nothing, but is a mutation because a URL cannot carry that many days. */
  previewImport: procedure
    .input(HolidayImport)
    .mutation(async ({ ctx, input }) => holidayPreviewV2(await previewHolidayImport(ctx, input))),
  previewUpdate: procedure
    .input(holidayRef.extend({ patch: HolidayPatch }))
    .query(async ({ ctx, input }) =>
      holidayPreviewV2(await previewHolidayUpdate(ctx, input.id, input.patch)),
    ),
  previewDeletion: procedure
    .input(holidayRef)
    .query(async ({ ctx, input }) => holidayPreviewV2(await previewHolidayDeletion(ctx, input.id))),
});
