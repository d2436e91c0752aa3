import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { companyLeaveOutcomes, companyLeaveStatuses, dayParts } from "@/drizzle/schema/values";
import { dateText, encodeId, idOf } from "@/server/kernel/schema";
import { dayPartsOf } from "@/server/kernel/time/day-parts";
import { wellSpanned } from "@/server/modules/leave/absences/schema";
import { listCompanyLeaves } from "@/server/modules/leave/company-leaves/list-company-leaves";
import { companyLeavePreviewV2 } from "@/server/modules/leave/company-leaves/present";
import { previewCompanyLeave } from "@/server/modules/leave/company-leaves/preview-company-leave";
import { withParts } from "@/server/modules/leave/company-leaves/schema";
import { tool } from "@/server/transport/tool";
import { isCut, quoted } from "../wire";

const outcomes = companyLeaveOutcomes.join(", ");
const counts = z.record(z.enum(companyLeaveOutcomes), z.int()).describe(`People by outcome: ${outcomes}.`);

const getCompanyLeave = tool({
  name: "get_company_leave",
  title: "Get company leave",
  description:
    "Days that the company takes off for many people at once, such as a shutdown or a bridge day, the latest first, with the number of people by outcome. For administrators and location admins.",
  scope: "mcp:leaves:read",
  input: z.strictObject({ limit: z.int().min(1).max(100).default(20) }),
  output: z.object({
    companyLeaves: z.array(
      z.object({
        id: z.string(),
        name: z.string().nullable(),
        startDate: z.string(),
        endDate: z.string(),
        startPart: z.enum(dayParts),
        endPart: z.enum(dayParts),
        status: z.enum(companyLeaveStatuses),
        counts,
      }),
    ),
    isCut,
  }),
  async call(ctx, { limit }) {
    const { items, next } = await listCompanyLeaves(ctx, { limit, after: null });
    return {
      companyLeaves: items.map(({ id, name, startDate, endDate, status, counts: found, ...parts }) => ({
        ...{ id: encodeId("companyLeave", id), name: quoted(name), startDate, endDate, status },
        ...dayPartsOf({ startDate, endDate, ...parts }),
        counts: found.outcomes,
      })),
      isCut: next !== null,
    };
  },
});

const ids = <K extends "location" | "department" | "label">(kind: K) =>
  z.array(idOf(kind)).max(100).default([]);

const previewTool = tool({
  name: "preview_company_leave",
  title: "Preview company leave",
  description:
    "Who would get a company leave, and who would not and why: who lacks balance and by how much, who is away already, who doesn't work on these days. Changes nothing, and there is no tool that books it: point the person to Settings, Company leave. For administrators and location admins, who have to name locations they manage.",
  scope: "mcp:leaves:read",
  input: wellSpanned(
    withParts(
      z.strictObject({
        leaveTypeId: idOf("leaveType").describe("A leave type's ID, from get_workspace_info."),
        startDate: dateText.describe("The first day, YYYY-MM-DD."),
        endDate: dateText.describe("The last day, YYYY-MM-DD."),
        startPart: z
          .enum(dayParts)
          .optional()
          .describe(
            "AFTERNOON: the first day only from noon on. For half a day, MORNING or AFTERNOON here and in endPart.",
          ),
        endPart: z.enum(dayParts).optional().describe("MORNING: the last day only until noon."),
        locationIds: ids("location").describe("Only people at these locations. Empty for all."),
        departmentIds: ids("department").describe(
          "Only people of these departments and those below them. Empty for all.",
        ),
        outcome: z
          .array(z.enum(companyLeaveOutcomes))
          .default(["LACKS_BALANCE", "AWAY", "NOT_POSSIBLE"])
          .describe("The people to name."),
        limit: z.int().min(1).max(200).default(50),
      }),
    ),
    limits.companyLeaveDays,
  ),
  output: z.object({
    userCount: z.int(),
    counts,
    users: z.array(
      z.object({
        userId: z.string(),
        userName: z.string(),
        outcome: z.enum(companyLeaveOutcomes),
        missingDays: z.number().nullable(),
      }),
    ),
    isCut,
  }),
  async call(ctx, given) {
    const wanted = { ...given, labelIds: [], exemptLabelIds: [], offset: 0 };
    const { userCount, counts: found, users } = companyLeavePreviewV2(await previewCompanyLeave(ctx, wanted));
    const named = given.outcome.reduce((sum, outcome) => sum + found[outcome], 0);
    return {
      userCount,
      counts: found,
      users: users.map(({ userId, name, outcome, missing }) => ({
        ...{ userId, userName: name, outcome, missingDays: missing },
      })),
      isCut: users.length < named,
    };
  },
});

export const companyLeaveTools = [getCompanyLeave, previewTool];
