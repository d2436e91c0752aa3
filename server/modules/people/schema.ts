import { z } from "zod";
import { roles, userStatuses } from "@/drizzle/schema/values";
import {
  decodeId,
  idOf,
  limitParam,
  listParam,
  newPasswordText,
  nextTokenParam,
  plainText,
  wireDate,
  wireId,
} from "@/server/kernel/schema";
import { Department, Location } from "@/server/modules/directory/schema";

export const userExpansions = ["location", "department", "holidays"] as const;
export type UserExpansion = (typeof userExpansions)[number];

/** A label by its id or its name. */
const labelReference = z
  .string()
  .min(1, "Must be the id or the name of a label.")
  .transform((text) => ({ id: decodeId("label", text), name: text }));

const listed = (description: string, examples: string[]) => ({
  override: { type: "string" as const, description, examples },
});

export const UserExpand = listParam(z.enum(userExpansions))
  .optional()
  .meta(listed(`Comma-separated: ${userExpansions.join(", ")}.`, ["location,department"]));

export const UserQuery = z.object({
  status: listParam(z.enum(userStatuses))
    .default(["ACTIVE"])
    .meta({
      override: {
        type: "string",
        description: `Comma-separated: ${userStatuses.join(", ")}.`,
        default: "ACTIVE",
        examples: ["ACTIVE,INACTIVE"],
      },
    }),
  locations: listParam(idOf("location")).optional().meta(listed("Comma-separated ids.", [])),
  departments: listParam(idOf("department")).optional().meta(listed("Comma-separated ids.", [])),
  labels: listParam(labelReference)
    .optional()
    .meta(listed("Comma-separated ids or names.", ["Remote"])),
  expand: UserExpand,
  limit: limitParam(300),
  nextToken: nextTokenParam,
});
export type UserQuery = z.output<typeof UserQuery>;

export const UserGetQuery = z.object({ expand: UserExpand });

const HolidayYear = z
  .object({
    year: z.int(),
    holidays: z.array(z.object({ id: wireId("holiday"), name: z.string(), date: wireDate })),
  })
  .meta({ id: "HolidayYear" });

/** The v2 user without expansions: what an expanded leave carries too. */
export const User = z
  .object({
    id: wireId("user"),
    name: z.string(),
    email: z.string(),
    isAdmin: z.boolean(),
    locationId: wireId("location"),
    departmentId: wireId("department"),
    labels: z.array(z.string()).meta({ description: "Names." }),
    status: z.enum(userStatuses),
    employeeId: z.string().nullable(),
    startDate: wireDate.nullable(),
    endDate: wireDate.nullable(),
  })
  .meta({ id: "User" });

export const ExpandedUser = User.extend({
  location: Location.optional().meta({ description: "With `expand=location`." }),
  department: Department.optional().meta({ description: "With `expand=department`." }),
  holidays: z
    .array(HolidayYear)
    .optional()
    .meta({ description: "With `expand=holidays`: those of the person's location." }),
}).meta({ id: "ExpandedUser" });

export const EmailAddress = z
  .email("Must be an e-mail address.")
  .max(254, "Must have at most 254 characters.");

/** A person as the operator's command line makes one (decision 1.10). */
export const OperatorUserCreate = z.strictObject({
  name: plainText(200),
  email: EmailAddress,
  role: z.enum(roles, `Must be one of ${roles.join(", ")}.`),
  /** The first is their own; a location admin manages them all. */
  locations: z.array(idOf("location")).default([]),
  /** The first is their own; an approver approves them all. */
  departments: z.array(idOf("department")).default([]),
  password: newPasswordText.optional(),
});
export type OperatorUserCreate = z.output<typeof OperatorUserCreate>;
