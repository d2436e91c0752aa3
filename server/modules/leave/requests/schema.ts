import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { countedKinds, dayParts, leaveStatuses } from "@/drizzle/schema/values";
import { storable } from "@/server/kernel/database/storable";
import { type FieldError, type FieldFault, fault, rule, ruleOf } from "@/server/kernel/field-faults";
import { type FilterOf, pageInput, sortInput } from "@/server/kernel/list-input";
import {
  dateText,
  idOf,
  instantParam,
  limitParam,
  listParam,
  listPattern,
  nextTokenParam,
  patchOf,
  plainText,
  wholeNumber,
  wireDate,
  wireId,
  wireInstant,
} from "@/server/kernel/schema";
import { isUpTo } from "@/server/kernel/text/text-rules";
import { touchesDays } from "@/server/kernel/time/date-range";
import { partRules } from "@/server/kernel/time/day-parts";
import { hoursPerDay } from "@/server/modules/leave/balances/schema";
import { LeaveType } from "@/server/modules/leave/leave-types/schema";
import { BrokenRule, LeaveRuleMark } from "@/server/modules/leave/rules/schema";
import { placeParams, User } from "@/server/modules/people/people/schema";
import { importBody } from "@/server/modules/workspace/imports/schema";

export const leaveExpansions = ["user", "approver", "leaveType"] as const;
export type LeaveExpansion = (typeof leaveExpansions)[number];

const LeaveExpand = listParam(z.enum(leaveExpansions))
  .optional()
  .meta({
    description: `Comma-separated: ${leaveExpansions.join(", ")}.`,
    override: { type: "string", pattern: listPattern(leaveExpansions), examples: ["user,leaveType"] },
  });

export const LeaveQuery = z
  .object({
    startDate: dateText.optional().meta({ description: "Only leaves that end on or after this day." }),
    endDate: dateText
      .optional()
      .meta({ description: "Only leaves that start on or before this day. Must not be before startDate." }),
    status: listParam(z.enum(leaveStatuses))
      .optional()
      .meta({
        description: `Comma-separated: ${leaveStatuses.join(", ")}. Defaults to APPROVED, or to all of them with \`updatedSince\`.`,
        override: { type: "string", pattern: listPattern(leaveStatuses), examples: ["OPEN,APPROVED"] },
      }),
    updatedSince: instantParam.optional().meta({
      description: "Only leaves that changed at or after this time, sorted by `updatedAt` and ID.",
    }),
    userId: idOf("user").optional().meta({ description: "Only leave of this user." }),
    leaveTypeId: idOf("leaveType").optional().meta({
      description:
        "Only leave whose `leaveTypeId` the response shows: private leave types are left out where it is null.",
    }),
    locations: placeParams.locations.meta({
      description: "Comma-separated IDs of the users' current locations.",
    }),
    departments: placeParams.departments.meta({
      description: "Comma-separated IDs of the users' current departments.",
    }),
    labels: placeParams.labels.meta({ description: "Comma-separated IDs or names of the users' labels." }),
    expand: LeaveExpand,
    limit: limitParam(300),
    nextToken: nextTokenParam,
  })
  .refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
    path: ["endDate"],
    ...rule("beforeStart"),
  });

export const LeaveGetQuery = z.object({ expand: LeaveExpand });

const hour = z.int().min(0).max(24);
const minute = z.int().min(0).max(59);
const dayPart = z.enum(dayParts);

export const leaveSteps = [
  "request",
  "import",
  "book",
  "edit",
  "recount",
  "approve",
  "deny",
  "cancel",
  "expire",
  "remind",
  "delete",
  "end",
  "askCancel",
  "withdrawCancel",
  "consent",
  "refuse",
  "lapse",
  "askChange",
  "withdrawChange",
  "agreeChange",
  "refuseChange",
  "lapseChange",
  "question",
  "answer",
] as const;

const StepPerson = z.object({
  id: wireId("user"),
  name: z.string().nullable().meta({ description: "Null for people the key can't see." }),
});

const StepTime = z.object({
  startDate: wireDate,
  endDate: wireDate,
  isFullDayLeave: z.boolean(),
  startHour: hour,
  startMinute: minute,
  endHour: hour,
  endMinute: minute,
  startPart: dayPart,
  endPart: dayPart,
});

/** A step in a leave's history. */
export const LeaveHistoryStep = z
  .object({
    at: wireInstant,
    step: z.enum(leaveSteps),
    by: StepPerson.nullable().meta({ description: "Null if no one did it, or if it isn't known." }),
    standsInFor: StepPerson.nullable().meta({
      description: "The approver, if a stand-in decided in their place.",
    }),
    isByMail: z.boolean().meta({ description: "Decided with the link in an email." }),
    level: z.int().nullable().meta({ description: "The level of this approval. Null for other steps." }),
    status: z
      .enum(leaveStatuses)
      .nullable()
      .meta({ description: "The new status. Null if it didn't change." }),
    moved: z
      .object({ from: StepTime, to: StepTime })
      .nullable()
      .meta({ description: "The dates and times before and after. Null if they didn't change." }),
    recounted: z.object({ from: z.number(), to: z.number() }).nullable().meta({
      description:
        "Working days before and after a changed working pattern or public holiday. Null for other steps.",
    }),
    interruption: z.object({ startDate: wireDate, endDate: wireDate }).nullable().meta({
      description:
        "The time of other leave of the person that changed the working days: it gives days back, or no longer does. Null for other causes and steps.",
    }),
    cause: z.string().nullable().meta({
      description: "The public holidays that changed the working days. Null for other causes and steps.",
    }),
    reason: z.string().nullable().meta({
      description: "The leave's `statusReason`, at the step it belongs to.",
    }),
    rules: z.array(LeaveRuleMark).meta({ description: "The leave rules that it broke at this step." }),
  })
  .meta({ id: "LeaveHistoryStep" });

const RequestedChange = StepTime.extend({
  leaveTypeId: wireId("leaveType"),
  durationWorkingDays: z.number().meta({ description: "As counted when it was asked." }),
}).meta({ id: "RequestedChange" });

export const durationHours = z.number().nullable().meta({
  description:
    "The same in hours, by the person's working hours on each of its days, if the leave type's `unit` is `HOURS`. Null otherwise, and where the leave type is hidden.",
});

export const Leave = z
  .object({
    id: wireId("leave"),
    userId: wireId("user"),
    approverId: wireId("user").nullable(),
    autoApproved: z.boolean(),
    durationCalendarDays: z.number(),
    durationWorkingDays: z.number(),
    durationHours,
    startDate: wireDate,
    endDate: wireDate,
    isFullDayLeave: z.boolean(),
    startHour: hour,
    startMinute: minute,
    endHour: hour,
    endMinute: minute,
    startPart: dayPart.meta({
      description:
        "`AFTERNOON`: the first day counts from noon on. Leave of one day has one part, which both fields name: `MORNING` or `AFTERNOON`. `FULL_DAY` for a part day.",
    }),
    endPart: dayPart.meta({ description: "`MORNING`: the last day counts until noon." }),
    leaveTypeId: wireId("leaveType").nullable().meta({
      description:
        "Null if the leave type is private, unless it's the key owner's own leave, or they manage the person or can decide the leave. `reason` and an expanded `leaveType` are then null too.",
    }),
    locationId: wireId("location").meta({
      description: "The user's location when the leave was requested.",
    }),
    departmentId: wireId("department").meta({
      description: "The user's department when the leave was requested.",
    }),
    status: z.enum(leaveStatuses),
    reason: z.string().nullable(),
    statusReason: z.string().nullable(),
    approvedLevel: z.int().min(0).max(2),
    cancellationRequestedAt: wireInstant.nullable().meta({
      description:
        "When the person asked to cancel this approved leave, while that waits for an approver's consent. Null otherwise.",
    }),
    changeRequestedAt: wireInstant.nullable().meta({
      description:
        "When the person asked to change this approved leave, while that waits for an approver's consent. Null otherwise.",
    }),
    requestedChange: RequestedChange.nullable().meta({
      description:
        "What the person asked for, while `changeRequestedAt` is set: until an approver agrees, the leave stays as it is. Null where leaveTypeId is null.",
    }),
    companyLeaveId: wireId("companyLeave").nullable().meta({
      description: "The company leave that booked it. Null for other leave, and where leaveTypeId is null.",
    }),
    createdAt: wireInstant,
    updatedAt: wireInstant.meta({
      description: "When anything of this record last changed.",
    }),
  })
  .meta({ id: "Leave" });

export const ExpandedLeave = Leave.extend({
  user: User.nullable().optional().meta({ description: "Included with `expand=user`." }),
  approver: User.nullable().optional().meta({
    description: "Included with `expand=approver`. Null if there's no approver or the key can't see them.",
  }),
  leaveType: LeaveType.nullable()
    .optional()
    .meta({ description: "Included with `expand=leaveType`. Null if `leaveTypeId` is null." }),
}).meta({ id: "ExpandedLeave" });

const controls = "\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f";

/** Free text from a person: line breaks are allowed; characters that a database or an email cannot store are not. */
const freeText = z
  .string()
  .trim()
  .min(1, rule("empty"))
  .refine((text) => isUpTo(limits.reason, text), rule("tooLongGrouped", { limit: limits.reason }))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are exactly what is refused
  .refine((text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text), {
    ...rule("controlCharacters"),
  })
  .refine((text) => text.isWellFormed(), rule("unicode"))
  .meta({
    override: {
      maxLength: limits.reason,
      pattern: `^[^${controls}]*[^\\s${controls}][^${controls}]*$`,
    },
  });

const partDayOnly = { description: "Only for a part day." };

const timeShape = {
  startDate: dateText,
  endDate: dateText.meta({ description: "The last day of leave, inclusive. Must not be before startDate." }),
  isFullDayLeave: z.boolean().meta({
    description:
      "False for a part day: startHour and endHour are then required, and apply to each day. The end must be after the start.",
  }),
  startHour: wholeNumber(0, 23).meta(partDayOnly),
  startMinute: wholeNumber(0, 59).meta(partDayOnly),
  endHour: wholeNumber(0, 24).meta({
    description: "Only for a part day. 24 is midnight, with endMinute 0.",
  }),
  endMinute: wholeNumber(0, 59).meta(partDayOnly),
  startPart: z.enum(dayParts).meta({
    description:
      "`AFTERNOON`: the first day counts from noon on. Only for full days. Leave of one day has one part, which both fields name: `MORNING` or `AFTERNOON`.",
  }),
  endPart: z.enum(dayParts).meta({
    description: "`MORNING`: the last day counts until noon. Only for full days.",
  }),
};

type Loose = Partial<Record<keyof typeof timeShape, unknown>>;
const hourFields = ["startHour", "startMinute", "endHour", "endMinute"] as const;
const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const isPartDay = (time: Loose): boolean => time.isFullDayLeave === false;

/** A rule between the fields of a leave's time; `path` is the field to correct. */
interface TimeRule extends FieldFault {
  path: keyof typeof timeShape;
  holds(time: Loose): boolean;
}

/** Parts are of full days. */
const halvesRules: TimeRule[] = [
  ...(["startPart", "endPart"] as const).map((path) => ({
    path,
    ...fault("onlyFullDays"),
    holds: (time: Loose) => !isPartDay(time) || (time[path] ?? "FULL_DAY") === "FULL_DAY",
  })),
  ...partRules,
];

const timeRules: TimeRule[] = [
  {
    path: "endDate",
    ...fault("beforeStart"),
    holds: ({ startDate, endDate }) =>
      typeof startDate !== "string" || typeof endDate !== "string" || startDate <= endDate,
  },
  ...(["startHour", "endHour"] as const).map((path) => ({
    path,
    ...fault("partDayRequired"),
    holds: (time: Loose) => !isPartDay(time) || time[path] !== undefined,
  })),
  ...hourFields.map((path) => ({
    path,
    ...fault("partDayOnly"),
    holds: (time: Loose) => isPartDay(time) || number(time[path]) === 0,
  })),
  {
    path: "endHour",
    ...fault("endTime"),
    holds: (time) => {
      if (!isPartDay(time) || time.startHour === undefined || time.endHour === undefined) return true;
      const end = number(time.endHour) * 60 + number(time.endMinute);
      return end > number(time.startHour) * 60 + number(time.startMinute) && end <= 24 * 60;
    },
  },
  ...halvesRules,
];

/** Faults of the parts of the first and the last day; never empty, since those of a leave with new dates may be wrong only together. */
export function partFaults(time: Loose): FieldError[] {
  const found = halvesRules.filter((rule) => !rule.holds(time));
  return (found.length > 0 ? found : halvesRules.slice(-1)).map(({ path, message, reason }) => ({
    ...{ path, message, reason },
  }));
}

/** All faults between the fields of a leave's time. */
export const timeFaults = (time: Loose): FieldError[] =>
  timeRules
    .filter((rule) => !rule.holds(time))
    .map(({ path, message, reason }) => ({ path, message, reason }));

/** Faults between the fields of a patch that do not depend on the stored leave. */
function patchFaults(patch: Loose): FieldError[] {
  const { startDate, endDate, isFullDayLeave } = patch;
  if (isFullDayLeave === true) return timeFaults(patch);
  return timeFaults({ startDate, endDate });
}

const reason = freeText.nullable().meta({ description: "Up to 2,000 characters." });

const LeaveFields = z.strictObject({
  userId: idOf("user").optional().meta({
    description:
      "The person taking leave. Defaults to the acting user. Leave you add for someone you manage is approved right away.",
  }),
  leaveTypeId: idOf("leaveType"),
  ...timeShape,
  isFullDayLeave: timeShape.isFullDayLeave.default(true),
  startHour: timeShape.startHour.optional(),
  startMinute: timeShape.startMinute.optional(),
  endHour: timeShape.endHour.optional(),
  endMinute: timeShape.endMinute.optional(),
  startPart: timeShape.startPart.optional(),
  endPart: timeShape.endPart.optional(),
  reason: reason.optional(),
});

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

// `when`: reports faults between fields together with faults of single fields.
const withTimeRules = <S extends z.ZodType>(fields: S): S =>
  timeRules.reduce(
    (schema, { path, holds, ...found }) =>
      schema.refine((time) => holds(time as Loose), {
        path: [path],
        ...ruleOf(found),
        when: ({ value }) => isObject(value),
      }),
    fields,
  );

const overrideReason = freeText.optional().meta({
  description:
    "Goes ahead in spite of leave rules that refuse. For those who manage the person; noted with the leave.",
});
const ruleTerms = {
  overrideReason,
  rulesVersion: z
    .string()
    .regex(/^[\w-]{1,64}$/, "Must be the rulesVersion of a preview.")
    .optional()
    .meta({
      description: "From the preview. If the leave rules have changed since, the answer is a CONFLICT.",
    }),
};

export const LeaveCreate = withTimeRules(LeaveFields.extend(ruleTerms)).meta({
  id: "LeaveCreate",
  description:
    "`endDate` must not be before `startDate`. Hours and minutes are only for a part day (`isFullDayLeave` false), where `startHour` and `endHour` are required and the end must be after the start.",
});
export type LeaveCreate = z.output<typeof LeaveCreate>;

const halvesOfDay = ["MORNING", "AFTERNOON"] as const;

const importedDays = (most: number) => z.number().min(0).max(most).optional();

const LeaveImportFields = withTimeRules(
  LeaveFields.omit({ userId: true, leaveTypeId: true }).extend({
    user: plainText(254),
    leaveType: plainText(100),
    status: z.enum(leaveStatuses).default("APPROVED"),
    halfDays: z
      .array(z.strictObject({ date: dateText, half: z.enum(halvesOfDay) }))
      .max(31, rule("halfCount", { limit: 31 }))
      .optional(),
    workingDays: importedDays(4000),
    hours: importedDays(40_000),
  }),
);

type Halved = z.output<typeof LeaveImportFields>;

/** Half days lie within the leave, each once, and apply to full days only. */
const halfDayRules: (FieldFault & {
  holds(row: Halved, halves: NonNullable<Halved["halfDays"]>): boolean;
})[] = [
  { ...fault("halfOfWhole"), holds: (row, halves) => halves.length === 0 || row.isFullDayLeave },
  {
    ...fault("halvesOnce"),
    holds: ({ startPart, endPart }, halves) => halves.length === 0 || (startPart ?? endPart) === undefined,
  },
  {
    ...fault("halfWithin"),
    holds: (row, halves) => halves.every(({ date }) => touchesDays(row, date)),
  },
  {
    ...fault("halfRepeated"),
    holds: (_, halves) => new Set(halves.map(({ date }) => date)).size === halves.length,
  },
];

/**
 * A leave in an import: the person by email address, ID, employee ID or name, the leave type by name or ID. `workingDays` and `hours` are
 * the amount in the file. For a single day they define how much of it is taken; otherwise they are checked against the count.
 */
export const LeaveImportRow = halfDayRules.reduce(
  (schema, { holds, ...found }) =>
    schema.refine((row) => holds(row, row.halfDays ?? []), { path: ["halfDays"], ...ruleOf(found) }),
  LeaveImportFields,
);
export type LeaveImportRow = z.output<typeof LeaveImportRow>;

export const LeaveImport = importBody(
  "LeaveImport",
  "user (email address, ID, employee ID or full name), leaveType (name or ID), startDate, endDate, isFullDayLeave?, startHour?, startMinute?, endHour?, endMinute?, startPart?, endPart? (FULL_DAY, MORNING or AFTERNOON), halfDays? (in their place, `{ date, half }`, half MORNING or AFTERNOON; half days that are not at its ends make it several leaves), status? (defaults to APPROVED; only OPEN and APPROVED are checked against balance and other leave), workingDays? or hours? (of a single day, how much of it; else must be what is counted), reason?",
);

export const LeavePatch = patchOf(
  z.strictObject({ leaveTypeId: idOf("leaveType"), ...timeShape, reason, ...ruleTerms }),
)
  .superRefine(
    (patch, context) => {
      for (const { path, ...found } of patchFaults(patch as Loose))
        context.addIssue({ code: "custom", path: [path], ...found });
    },
    { when: ({ value }) => isObject(value) },
  )
  .meta({
    id: "LeavePatch",
    description:
      "Fields you don't send keep their value. The result must follow the same rules as a new leave: `endDate` must not be before `startDate`, and hours and minutes are only for a part day.",
  });
export type LeavePatch = z.output<typeof LeavePatch>;

type PreviewBody = Loose & { leaveId?: unknown; userId?: unknown };
const newLeaveFields = ["leaveTypeId", "startDate", "endDate"] as const;

/** Faults between the fields of a preview's body. */
function previewFaults(body: PreviewBody & Partial<Record<"leaveTypeId", unknown>>) {
  if (body.leaveId === undefined) {
    const missing = newLeaveFields.filter((path) => body[path] === undefined);
    const faults = missing.map((path) => ({
      path,
      message: "Is required for a new leave.",
      reason: fault("required").reason,
    }));
    return [...faults, ...timeFaults({ isFullDayLeave: true, ...body })];
  }
  const forWhom = body.userId === undefined ? [] : [{ path: "userId", message: "Is only for a new leave." }];
  return [...forWhom, ...patchFaults(body)];
}

/** The same rules for the API document. */
const fieldsTogether = {
  anyOf: [{ required: ["leaveId"] }, { required: [...newLeaveFields] }],
  // `false` means the same, but readers of the document expect every property to be an object.
  dependentSchemas: { leaveId: { properties: { userId: { not: {} } } } },
};

/** A leave to create, or a change of one. */
export const LeavePreviewRequest = LeaveFields.extend({
  leaveId: idOf("leave").optional().meta({
    description: "A leave to change. Fields you don't send keep their value.",
  }),
  leaveTypeId: LeaveFields.shape.leaveTypeId.optional(),
  startDate: timeShape.startDate.optional(),
  endDate: timeShape.endDate.optional(),
  isFullDayLeave: timeShape.isFullDayLeave.optional(),
})
  .superRefine(
    (body, context) => {
      for (const { path, ...found } of previewFaults(body as PreviewBody))
        context.addIssue({ code: "custom", path: [path], ...found });
    },
    { when: ({ value }) => isObject(value) },
  )
  .meta({
    id: "LeavePreviewRequest",
    description:
      "A new leave, or `leaveId` with the fields that would change. `endDate` must not be before `startDate`. Hours and minutes are only for a part day (`isFullDayLeave` false), where `startHour` and `endHour` are required and the end must be after the start.",
    override: fieldsTogether,
  });
export type LeavePreviewRequest = z.output<typeof LeavePreviewRequest>;

const workingDayCount = z.number().meta({ description: "Working days, with up to three decimals." });

/** A person who may decide a leave. */
export const approverShape = {
  userId: wireId("user"),
  name: z.string().nullable().meta({ description: "Null if the key can't see them." }),
  level: z.int().min(1).max(2),
  awayUntil: wireDate.nullable().meta({ description: "Null if they aren't on leave today." }),
  standsInForId: wireId("user")
    .nullable()
    .meta({ description: "The approver whose stand-in they are. Null for an approver." }),
};

/** The effect of a leave. */
export const LeavePreview = z
  .object({
    leaveId: wireId("leave")
      .nullable()
      .meta({ description: "The leave that would change; null for a new one." }),
    userId: wireId("user"),
    durationCalendarDays: z.number(),
    durationWorkingDays: workingDayCount,
    durationHours,
    hoursPerDay,
    days: z
      .array(
        z.object({
          date: wireDate,
          amount: workingDayCount,
          kind: z.enum(countedKinds).meta({
            description:
              "`CALENDAR_DAY` isn't worked or is a public holiday, and counts by the policy's `countMode`.",
          }),
          after: workingDayCount.meta({
            description:
              "The part of `amount` for days after the leave, until work is taken up again. 0 except on the last day with `MONDAY_TO_SATURDAY`.",
          }),
          holiday: z.string().nullable(),
        }),
      )
      .meta({ description: "Each day of the leave. Empty if it's longer than ten years." }),
    balance: z
      .object({
        unlimited: z.boolean(),
        missing: workingDayCount.meta({
          description: "Working days that the balance lacks; 0 if it's enough.",
        }),
        years: z.array(
          z.object({
            start: wireDate,
            end: wireDate,
            asOf: wireDate.meta({ description: "The leave's last day in this accounting year." }),
            remainingBefore: workingDayCount,
            remainingAfter: workingDayCount,
            carriedOverUsed: workingDayCount.meta({ description: "Carried-over days that the leave uses." }),
          }),
        ),
      })
      .nullable()
      .meta({ description: "For each accounting year. Null if the leave type isn't available." }),
    approval: z
      .object({
        required: z.boolean(),
        levels: z.int().min(1).max(2),
        approvers: z.array(z.object(approverShape)),
      })
      .nullable()
      .meta({
        description:
          "Who would decide. If a department has no approvers, location admins and administrators decide. Null if the leave type isn't available.",
      }),
    overlaps: z
      .array(
        z.object({
          leaveId: wireId("leave"),
          startDate: wireDate,
          endDate: wireDate,
          startPart: dayPart,
          endPart: dayPart,
          companyLeaveName: z.string().nullable().meta({
            description:
              "The company leave that booked it: ask for the days before and after. Null for other leave.",
          }),
        }),
      )
      .meta({ description: "Other leave of the person at the same time." }),
    interruptedLeaves: z
      .array(
        z.object({
          leaveId: wireId("leave"),
          startDate: wireDate,
          endDate: wireDate,
          workingDaysBefore: workingDayCount,
          workingDaysAfter: workingDayCount,
        }),
      )
      .meta({
        description:
          "Other leave of the person that gets days back because this leave interrupts it: at once, or once it is approved.",
      }),
    colleaguesAway: z
      .array(
        z.object({
          date: wireDate,
          count: z.int(),
          users: z.array(z.object({ userId: wireId("user"), name: z.string() })),
        }),
      )
      .meta({
        description:
          "Days on which others of the department, as far as the key can see them, have approved leave.",
      }),
    faults: z
      .array(
        z.object({
          code: z.enum([
            "VALIDATION_ERROR",
            "PERIOD_CLOSED",
            "CONFLICT",
            "LEAVE_NEGATIVE_BALANCE",
            "LEAVE_RULE_BROKEN",
          ]),
          path: z.string(),
          message: z.string(),
        }),
      )
      .meta({ description: "What a request like this would be refused for. Empty if it would be booked." }),
    rules: z.array(BrokenRule).meta({ description: "Every leave rule that it breaks, warnings included." }),
    rulesVersion: z.string().meta({
      description: "Send it with the request, which is then refused if the rules have changed since.",
    }),
  })
  .meta({ id: "LeavePreview" });

/** The optional body of approve. */
export const LeaveApproval = z.strictObject({ overrideReason }).optional().meta({ id: "LeaveApproval" });

/** The optional body of deny and cancel. */
export const LeaveDecision = z
  .strictObject({ reason: reason.optional() })
  .optional()
  .meta({ id: "LeaveDecision" });
export type LeaveDecision = z.output<typeof LeaveDecision>;

/** The list of one's own leave on its page. */
export const OwnLeaveSearch = z.strictObject({
  ...pageInput,
  when: z.enum(["all", "coming", "waiting", "past"]).default("all"),
  year: z
    .string()
    .regex(/^(all|(?!0000)\d{4})$/)
    .default("all"),
  /** The name of a leave type. */
  type: z.string().max(100).transform(storable).default("all"),
  state: z.enum(["all", "OPEN", "APPROVED", "DENIED", "CANCELLED", "EXPIRED"]).default("all"),
  sort: sortInput(["dates"], "-dates"),
});
export type OwnLeaveFilter = FilterOf<typeof OwnLeaveSearch>;
