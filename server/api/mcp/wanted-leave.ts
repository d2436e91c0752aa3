import { z } from "zod";
import { dayParts } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { ApiError, invalid } from "@/server/kernel/errors";
import { dateText, encodeId, idOf } from "@/server/kernel/schema";
import { caseFolded } from "@/server/kernel/text/folding";
import { getRequestTerms } from "@/server/modules/leave/requests/get-request-terms";
import { LeaveCreate, LeavePatch } from "@/server/modules/leave/requests/schema";
import { validate } from "@/server/transport/validate";
import { inQuotes, typed } from "./wire";

const clock = z.string().regex(/^([01]\d|2[0-4]):[0-5]\d$/, "Must be a time such as 09:00.");

const fields = {
  leaveType: typed(100)
    .trim()
    .min(1)
    .describe("The name or ID of a leave type, from timeaway://policies/mine or get_workspace_info."),
  startDate: dateText.describe("The first day, YYYY-MM-DD."),
  endDate: dateText.describe("The last day, YYYY-MM-DD."),
  hours: z
    .strictObject({ from: clock, to: clock })
    .nullable()
    .describe("For a part of one day: the hours at the person's location. Null for whole days."),
  startPart: z
    .enum(dayParts)
    .describe(
      "AFTERNOON: the first day only from noon on. For half a day, MORNING or AFTERNOON here and in endPart.",
    ),
  endPart: z.enum(dayParts).describe("MORNING: the last day only until noon."),
  reason: typed(2000).nullable().describe("Only what the person asked you to say. Their approvers read it."),
};

/** A new leave as a model requests it. */
export const NewLeave = {
  ...fields,
  hours: fields.hours.default(null),
  startPart: fields.startPart.optional(),
  endPart: fields.endPart.optional(),
  reason: fields.reason.default(null),
};

/** The leave, and its changes. */
export const LeaveChange = {
  leaveId: idOf("leave").describe("Of the person you work for, from get_leaves."),
  leaveType: fields.leaveType.optional(),
  startDate: fields.startDate.optional(),
  endDate: fields.endDate.optional(),
  hours: fields.hours.optional(),
  startPart: fields.startPart.optional(),
  endPart: fields.endPart.optional(),
  reason: fields.reason.optional(),
};

const newLeave = z.strictObject(NewLeave);
const leaveChange = z.strictObject(LeaveChange);
type Part = Partial<z.output<typeof newLeave>>;

const timeOf = (text: string) => {
  const [hour, minute] = text.split(":").map(Number);
  return { hour, minute };
};

/** Hours in the form of a leave's fields. */
function hoursOf(hours: Part["hours"]) {
  if (hours === undefined) return {};
  if (hours === null) return { isFullDayLeave: true };
  const [from, to] = [timeOf(hours.from), timeOf(hours.to)];
  return {
    isFullDayLeave: false,
    ...{ startHour: from.hour, startMinute: from.minute, endHour: to.hour, endMinute: to.minute },
  };
}

/** @throws ApiError VALIDATION_ERROR with the available choices */
async function leaveTypeId(ctx: Ctx, named: string, leaveId?: string): Promise<string> {
  const { types } = await getRequestTerms(ctx, { leaveId });
  const isNamed = (name: string) => caseFolded(name) === caseFolded(named);
  const shown = types.filter(({ id, name }) => encodeId("leaveType", id) === named || isNamed(name));
  // The person may say it in their own language.
  const found = shown.length > 0 ? shown : types.filter(({ allNames }) => allNames.some(isNamed));
  const [only] = found;
  if (only && found.length === 1) return encodeId("leaveType", only.id);
  const choice = types.map(({ id, name }) => `${inQuotes(name)} (${encodeId("leaveType", id)})`).join(", ");
  throw invalid([{ path: "leaveType", message: `Must be one of: ${choice || "none is available"}.` }]);
}

const partOf = ({ startDate, endDate, hours, startPart, endPart, reason }: Part) => ({
  ...(startDate !== undefined && { startDate }),
  ...(endDate !== undefined && { endDate }),
  ...hoursOf(hours),
  ...(startPart !== undefined && { startPart }),
  ...(endPart !== undefined && { endPart }),
  ...(reason !== undefined && { reason }),
});

/** A new leave of the app's user, by the rules of v2's body. @throws ApiError VALIDATION_ERROR */
export async function newLeaveOf(ctx: Ctx, given: z.output<typeof newLeave>): Promise<LeaveCreate> {
  const leaveType = await leaveTypeId(ctx, given.leaveType);
  return validate(LeaveCreate, { leaveTypeId: leaveType, ...partOf(given) });
}

/** A change, by the rules of v2's body. @throws ApiError VALIDATION_ERROR */
export async function patchOf(ctx: Ctx, given: z.output<typeof leaveChange>): Promise<LeavePatch> {
  const { leaveId, leaveType, ...part } = given;
  const type = leaveType === undefined ? {} : { leaveTypeId: await leaveTypeId(ctx, leaveType, leaveId) };
  return validate(LeavePatch, { ...type, ...partOf(part) });
}

/** An app changes only its own user's leave (decision 13.4). @throws ApiError FORBIDDEN */
export function requireOwn({ actor }: Ctx, userId: string): void {
  if (userId === actor.userId) return;
  throw new ApiError("FORBIDDEN", {
    description: "Apps change no one's leave but that of the person they work for.",
    resolution: "Tell the person to do it in Timeaway.",
  });
}
