import { z } from "zod";
import { rule } from "@/server/kernel/field-faults";
import { type FilterOf, pageInput } from "@/server/kernel/list-input";
import {
  dateText,
  idOf,
  limitParam,
  listParam,
  listPattern,
  nextTokenParam,
  wireDate,
  wireId,
  wireInstant,
} from "@/server/kernel/schema";
import { attemptText } from "@/server/modules/integrations/operations/schema";

/** Future, current, and past or ended. */
const delegationStatuses = ["UPCOMING", "ACTIVE", "ENDED"] as const;
export type DelegationStatus = (typeof delegationStatuses)[number];

/** Maximum length in days. */
const maxDelegationDays = 366;
const dayMs = 86_400_000;

interface Span {
  startDate: string;
  endDate: string;
}
const lengthOf = ({ startDate, endDate }: Span) => (Date.parse(endDate) - Date.parse(startDate)) / dayMs;

/** `when`: reported together with the faults of other fields. */
const hasBothDates = ({ value }: { value: unknown }): boolean => {
  const { startDate, endDate } = (value ?? {}) as Partial<Record<keyof Span, unknown>>;
  return dateText.safeParse(startDate).success && dateText.safeParse(endDate).success;
};

export const DelegationCreate = z
  .strictObject({
    userId: idOf("user").optional().meta({
      description: "The approver. Defaults to the acting user.",
    }),
    standInId: idOf("user").meta({ description: "Who decides in the approver's place." }),
    departmentId: idOf("department")
      .nullable()
      .optional()
      .meta({ description: "One of the approver's departments. Null, or left out, means all of them." }),
    startDate: dateText.meta({
      description: "The first day, in the approver's time zone. Must not be past.",
    }),
    endDate: dateText.meta({ description: "The last day, inclusive. At most 366 days in all." }),
  })
  .refine(({ startDate, endDate }) => startDate <= endDate, {
    path: ["endDate"],
    ...rule("beforeStart"),
    when: hasBothDates,
  })
  .refine((span) => lengthOf(span) < maxDelegationDays, {
    path: ["endDate"],
    ...rule("daysAfterStart", { limit: 366 }),
    when: hasBothDates,
  })
  .meta({
    id: "DelegationCreate",
    description: "`endDate` must not be before `startDate`, and less than 366 days after it.",
  });
export type DelegationCreate = z.output<typeof DelegationCreate>;

export const DelegationQuery = z.object({
  status: listParam(z.enum(delegationStatuses))
    .optional()
    .meta({
      description: "Comma-separated: UPCOMING, ACTIVE, ENDED. All of them if left out.",
      override: { type: "string", pattern: listPattern(delegationStatuses) },
    }),
  limit: limitParam(100, 100),
  nextToken: nextTokenParam,
});

/** The list of delegations on its page. */
export const DelegationSearch = z.strictObject({
  ...pageInput,
  time: z.enum(["all", ...delegationStatuses]).default("all"),
});
export type DelegationFilter = FilterOf<typeof DelegationSearch>;

/** A new delegation from a page. */
export const DelegationSubmission = z.strictObject({ attempt: attemptText, delegation: DelegationCreate });

export const DelegationRef = z.strictObject({ id: idOf("delegation") });

export const Delegation = z
  .object({
    id: wireId("delegation"),
    userId: wireId("user").meta({ description: "The approver." }),
    standInId: wireId("user"),
    departmentId: wireId("department")
      .nullable()
      .meta({ description: "Null means all the approver's departments." }),
    startDate: wireDate,
    endDate: wireDate,
    status: z.enum(delegationStatuses),
    endedAt: wireInstant.nullable().meta({ description: "Set if it was ended early." }),
    createdById: wireId("user").nullable(),
    createdAt: wireInstant,
  })
  .meta({ id: "Delegation" });
