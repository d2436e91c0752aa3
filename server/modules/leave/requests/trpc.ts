import { z } from "zod";
import type { Ctx } from "@/server/access/ctx";
import { rule } from "@/server/kernel/field-faults";
import { dateText, encodeId, idOf } from "@/server/kernel/schema";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { attemptText } from "@/server/modules/integrations/operations/schema";
import { importProcedures } from "@/server/modules/workspace/imports/trpc";
import { listPage } from "@/server/transport/list-page";
import { procedure, router } from "@/server/transport/trpc";
import { cancelLeave } from "./cancel";
import { editLeave } from "./edit";
import { findDeciders } from "./find-deciders";
import { findPersonYear } from "./find-person-year";
import { findRequestMonth } from "./find-request-month";
import { getLeaveDetails } from "./get-leave-details";
import { getRequestTerms } from "./get-request-terms";
import { importLeaves } from "./import-leaves";
import {
  listComingLeaves,
  listComingLeavesOf,
  listOwnLeaveChoices,
  searchOwnLeaves,
} from "./list-own-leaves";
import {
  employmentEffectView,
  leaveDetailsView,
  leavePreviewView,
  leaveV2,
  ownLeaveView,
  personYearView,
  requestMonthView,
} from "./present";
import { previewWanted } from "./preview";
import { previewEmployment } from "./preview-employment";
import { remindApprovers } from "./remind";
import { requestLeave } from "./request";
import {
  LeaveCreate,
  LeaveDecision,
  LeaveImport,
  LeavePatch,
  LeavePreviewRequest,
  OwnLeaveSearch,
} from "./schema";
import { searchLeaveOwners } from "./search-leave-owners";
import { answerLeave } from "./see";
import { withdrawCancellation } from "./withdraw-cancellation";
import { withdrawChange } from "./withdraw-change";

const LeaveSubmission = z.strictObject({ attempt: attemptText, leave: LeaveCreate });
const LeaveRef = z.strictObject({ id: idOf("leave") });
const LeaveChange = LeaveRef.extend({
  attempt: attemptText,
  /** The version that was seen. */
  version: z.int().min(0),
  patch: LeavePatch,
});
const TermsOf = z
  .strictObject({ userId: idOf("user").optional(), leaveId: idOf("leave").optional() })
  .optional();

const EmploymentOf = z.strictObject({
  userId: idOf("user"),
  startDate: dateText.nullish(),
  endDate: dateText.nullish(),
});

/** A month, or the weeks around it. */
const maxMonthDays = 45;
const MonthOf = z
  .strictObject({ userId: idOf("user").optional(), startDate: dateText, endDate: dateText })
  .refine(
    ({ startDate, endDate }) => {
      const after = dayNumber(endDate) - dayNumber(startDate);
      return after >= 0 && after < maxMonthDays;
    },
    { path: ["endDate"], ...rule("daysAfterStart", { limit: maxMonthDays }) },
  );

/**
 * What makes a resent form the same: not the version of the rules, since the preview differs once the first one has arrived.
 */
const unversioned = <T extends { rulesVersion?: string | undefined }>({ rulesVersion: _, ...content }: T) =>
  content;

export const leavesRouter = router({
  /** By default for oneself; with a leave, for changing it. */
  terms: procedure.input(TermsOf).query(async ({ ctx, input }) => {
    const { types, ...terms } = await getRequestTerms(ctx, input);
    return {
      ...terms,
      types: types.map(({ allNames: _, ...type }) => ({ ...type, id: encodeId("leaveType", type.id) })),
    };
  }),
  /** The data of the date picker. */
  month: procedure
    .input(MonthOf)
    .query(async ({ ctx, input }) => requestMonthView(await findRequestMonth(ctx, input))),
  /** A calendar year of one person, oneself included. */
  year: procedure
    .input(z.strictObject({ userId: idOf("user"), year: z.int().min(1900).max(9998) }))
    .query(async ({ ctx, input }) => personYearView(await findPersonYear(ctx, input))),
  /** The people one may book for, besides oneself. */
  // On the wire it keeps its name: during an upgrade, pages and processes of two versions call each other.
  searchTakers: procedure
    .input(z.strictObject({ text: z.string().trim().max(100).optional() }))
    .query(async ({ ctx, input }) => {
      const { items, hasMore } = await searchLeaveOwners(ctx, input);
      return { items: items.map((one) => ({ ...one, id: encodeId("user", one.id) })), hasMore };
    }),
  /** One's own leave. */
  page: procedure
    .input(OwnLeaveSearch)
    .query(({ ctx, input }) =>
      listPage(ctx, "own leave", input, { list: searchOwnLeaves, present: ownLeaveView }),
    ),
  /** The years and types that the page of one's own leave filters by. */
  pageChoices: procedure.query(({ ctx }) => listOwnLeaveChoices(ctx)),
  coming: procedure
    .input(z.strictObject({ today: dateText }))
    .query(async ({ ctx, input }) => (await listComingLeaves(ctx, { ...input, limit: 3 })).map(ownLeaveView)),
  /** Who decides a person's leave: one's own, or that of those one reaches. */
  deciders: procedure.input(z.strictObject({ userId: idOf("user") })).query(async ({ ctx, input }) =>
    (await findDeciders(ctx, input)).map(({ approvers, ...some }) => ({
      ...some,
      approvers: approvers.flatMap(({ name, level, standsInFor }) =>
        name === null || standsInFor !== null ? [] : [{ name, level }],
      ),
    })),
  ),
  /** The upcoming leave of a person one manages, or one's own. */
  comingOf: procedure
    .input(z.strictObject({ userId: idOf("user") }))
    .query(async ({ ctx, input }) =>
      (await listComingLeavesOf(ctx, { ...input, limit: 10 })).map(ownLeaveView),
    ),
  /** One's own leave, or that of a person within reach. */
  get: procedure
    .input(LeaveRef)
    .query(async ({ ctx, input }) => leaveDetailsView(await getLeaveDetails(ctx, input.id))),
  preview: procedure
    .input(LeavePreviewRequest)
    .query(async ({ ctx, input }) => leavePreviewView(await previewWanted(ctx, input))),
  /** The effect of a new first or last day of work on a person's leave. */
  previewEmployment: procedure
    .input(EmploymentOf)
    .query(async ({ ctx, input: { userId, ...employment } }) =>
      employmentEffectView(await previewEmployment(ctx, userId, employment)),
    ),
  request: procedure.input(LeaveSubmission).mutation(async ({ ctx, input: { attempt, leave } }) => {
    const request = async (tx: Ctx) => (await requestLeave(tx, leave)).id;
    const input = unversioned(leave);
    return { id: encodeId("leave", await oncePerForm(ctx, { attempt, input }, request)) };
  }),
  edit: procedure.input(LeaveChange).mutation(async ({ ctx, input: { attempt, ...change } }) => {
    const { id, patch, version } = change;
    const edit = async (tx: Ctx) => (await editLeave(tx, id, patch, version)).id;
    const input = { ...change, patch: unversioned(patch) };
    return { id: encodeId("leave", await oncePerForm(ctx, { attempt, input }, edit)) };
  }),
  remind: procedure.input(LeaveRef).mutation(async ({ ctx, input }) => {
    await remindApprovers(ctx, input.id);
  }),
  cancel: procedure
    .input(LeaveRef.extend({ decision: LeaveDecision }))
    .mutation(async ({ ctx, input }) =>
      leaveV2(await answerLeave(ctx, cancelLeave(ctx, input.id, input.decision ?? {}))),
    ),
  withdrawCancellation: procedure.input(LeaveRef).mutation(async ({ ctx, input }) => {
    await withdrawCancellation(ctx, input.id);
  }),
  withdrawChange: procedure.input(LeaveRef).mutation(async ({ ctx, input }) => {
    await withdrawChange(ctx, input.id);
  }),
  ...importProcedures({ path: "/v2/leaves/import", body: LeaveImport, run: importLeaves }),
});
