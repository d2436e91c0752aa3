import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { listPage } from "@/server/transport/list-page";
import { procedure, router } from "@/server/transport/trpc";
import { wordsOf } from "@/server/words/words";
import { checkRun } from "./check-run";
import { createRun } from "./create-run";
import { createTemplate } from "./create-template";
import { deleteRun } from "./delete-run";
import { deleteTemplate } from "./delete-template";
import { findChanges } from "./find-changes";
import { findClosedPeriod } from "./find-closed-period";
import { findCorrectionTerms } from "./find-correction-terms";
import { getRun } from "./get-run";
import { getTemplate } from "./get-template";
import { getTerms } from "./get-terms";
import { standardLayoutIn } from "./layout";
import { listLines } from "./list-lines";
import { listRuns } from "./list-runs";
import {
  closedPeriodView,
  gapsView,
  lineChangeView,
  payrollLineV2,
  payrollRunDetailsV2,
  payrollRunV2,
  payrollTemplateV2,
  payrollTermsView,
} from "./present";
import { previewRun } from "./preview-run";
import { readSample } from "./read-sample";
import {
  CorrectionTermsRequest,
  PayrollClosedRequest,
  PayrollLineSearch,
  PayrollRunCreate,
  PayrollRunRef,
  PayrollRunSearch,
  PayrollRunSubmission,
  PayrollSampleRequest,
  PayrollTemplateChange,
  PayrollTemplateRef,
  PayrollTemplateSubmission,
} from "./schema";
import { updateTemplate } from "./update-template";

const templates = router({
  get: procedure
    .input(PayrollTemplateRef)
    .query(async ({ ctx, input }) => payrollTemplateV2(await getTemplate(ctx, input.id))),
  create: procedure
    .input(PayrollTemplateSubmission)
    .mutation(async ({ ctx, input: { attempt, template } }) => {
      const create = async (tx: Ctx) => (await createTemplate(tx, template)).id;
      const id = await oncePerForm(ctx, { attempt, input: template }, create);
      return { id: encodeId("payrollTemplate", id) };
    }),
  update: procedure
    .input(PayrollTemplateChange)
    .mutation(async ({ ctx, input }) => payrollTemplateV2(await updateTemplate(ctx, input.id, input.patch))),
  delete: procedure.input(PayrollTemplateRef).mutation(({ ctx, input }) => deleteTemplate(ctx, input.id)),
  /** Changes nothing, but is a mutation because a URL cannot carry a template. */
  sample: procedure.input(PayrollSampleRequest).mutation(async ({ ctx, input }) => {
    const { gaps, ...sample } = await readSample(ctx, input);
    return { ...sample, gaps: gapsView(gaps) };
  }),
});

export const payrollRouter = router({
  terms: procedure.query(async ({ ctx }) => payrollTermsView(await getTerms(ctx))),
  page: procedure.input(PayrollRunSearch).query(({ ctx, input }) =>
    listPage(ctx, "payroll-runs", input, {
      list: (caller, _, start) => listRuns(caller, {}, start),
      present: payrollRunV2,
    }),
  ),
  get: procedure
    .input(PayrollRunRef)
    .query(async ({ ctx, input }) => payrollRunDetailsV2(await getRun(ctx, input.id))),
  lines: procedure.input(PayrollLineSearch).query(({ ctx, input }) =>
    listPage(ctx, "payroll-lines", input, {
      list: (caller, { id }, start) => listLines(caller, id, start),
      present: payrollLineV2,
    }),
  ),
  /** Compared with the run before of the same pay period. */
  changes: procedure.input(PayrollRunRef).query(async ({ ctx, input }) => {
    const found = await findChanges(ctx, input.id);
    return found && { number: found.number, changes: found.changes.map(lineChangeView) };
  }),
  checks: procedure.input(PayrollRunRef).query(async ({ ctx, input }) => {
    const { gaps, closedThrough } = await checkRun(ctx, input.id);
    return { gaps: gapsView(gaps), closedThrough };
  }),
  closed: procedure.input(PayrollClosedRequest).query(async ({ ctx, input }) => {
    const found = await findClosedPeriod(ctx, input.locationId);
    return found && closedPeriodView(found);
  }),
  /** For the form that corrects closed days. */
  correction: procedure
    .input(CorrectionTermsRequest)
    .query(({ ctx, input }) => findCorrectionTerms(ctx, input.userId)),
  preview: procedure.input(PayrollRunCreate).query(async ({ ctx, input }) => {
    const { lines, gaps, ...found } = await previewRun(ctx, input);
    return { ...found, gaps: gapsView(gaps), lines: lines.map(payrollLineV2) };
  }),
  create: procedure.input(PayrollRunSubmission).mutation(async ({ ctx, input: { attempt, run } }) => {
    const language = ctx.language ?? "en";
    const { say } = wordsOf(language);
    const standard = standardLayoutIn(language, (field) => say(`payroll.${field}`));
    const create = async (tx: Ctx) => (await createRun(tx, run, standard)).id;
    const id = await oncePerForm(ctx, { attempt, input: run }, create);
    return { id: encodeId("payrollRun", id) };
  }),
  delete: procedure.input(PayrollRunRef).mutation(({ ctx, input }) => deleteRun(ctx, input.id)),
  templates,
});
