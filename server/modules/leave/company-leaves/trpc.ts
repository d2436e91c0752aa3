import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { listPage } from "@/server/transport/list-page";
import { procedure, router } from "@/server/transport/trpc";
import { createCompanyLeave } from "./create-company-leave";
import { getCompanyLeave } from "./get-company-leave";
import { listCompanyLeaves } from "./list-company-leaves";
import { listPeople } from "./list-people";
import {
  companyLeaveDetailsV2,
  companyLeavePersonV2,
  companyLeavePreviewV2,
  companyLeaveV2,
} from "./present";
import { previewCompanyLeave } from "./preview-company-leave";
import {
  CompanyLeavePeopleSearch,
  CompanyLeavePreviewRequest,
  CompanyLeaveRef,
  CompanyLeaveRun,
  CompanyLeaveSearch,
  CompanyLeaveSubmission,
} from "./schema";
import { startBooking } from "./start-booking";
import { startUndo } from "./start-undo";

export const companyLeavesRouter = router({
  page: procedure.input(CompanyLeaveSearch).query(({ ctx, input }) =>
    listPage(ctx, "company-leaves", input, {
      list: (caller, _, start) => listCompanyLeaves(caller, start),
      present: companyLeaveV2,
    }),
  ),
  get: procedure
    .input(CompanyLeaveRef)
    .query(async ({ ctx, input }) => companyLeaveDetailsV2(await getCompanyLeave(ctx, input.id))),
  people: procedure
    .input(CompanyLeavePeopleSearch)
    .query(({ ctx, input }) =>
      listPage(ctx, "company-leave-people", input, { list: listPeople, present: companyLeavePersonV2 }),
    ),
  /** Changes nothing, but is a mutation because a URL cannot carry that many ids. */
  preview: procedure
    .input(CompanyLeavePreviewRequest)
    .mutation(async ({ ctx, input }) => companyLeavePreviewV2(await previewCompanyLeave(ctx, input))),
  create: procedure
    .input(CompanyLeaveSubmission)
    .mutation(async ({ ctx, input: { attempt, companyLeave } }) => {
      const create = async (tx: Ctx) => (await createCompanyLeave(tx, companyLeave)).id;
      const id = await oncePerForm(ctx, { attempt, input: companyLeave }, create);
      return { id: encodeId("companyLeave", id) };
    }),
  book: procedure.input(CompanyLeaveRun).mutation(async ({ ctx, input: { attempt, id } }) => {
    await oncePerForm(ctx, { attempt, input: ["book", id] }, (tx) => startBooking(tx, id));
  }),
  undo: procedure.input(CompanyLeaveRun).mutation(async ({ ctx, input: { attempt, id } }) => {
    await oncePerForm(ctx, { attempt, input: ["undo", id] }, (tx) => startUndo(tx, id));
  }),
});
