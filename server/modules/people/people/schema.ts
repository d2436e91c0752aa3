import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { notificationLocales, roles, userStatuses } from "@/drizzle/schema/values";
import { type FieldFault, fault, rule, ruleOf } from "@/server/kernel/field-faults";
import { pageInput } from "@/server/kernel/list-input";
import {
  addressText,
  dateText,
  decodeId,
  idOf,
  instantParam,
  limitParam,
  listParam,
  listPattern,
  nameText,
  newPasswordText,
  nextTokenParam,
  patchOf,
  plainText,
  wireDate,
  wireId,
  wireInstant,
} from "@/server/kernel/schema";
import { Department, Location } from "@/server/modules/people/places/schema";

/** Those of v1, which is sealed. */
export const sealedUserExpansions = ["location", "department", "holidays"] as const;
const userExpansions = [...sealedUserExpansions, "approver"] as const;
export type UserExpansion = (typeof userExpansions)[number];

/** A label by its id or name. */
export const LabelReference = plainText(200).transform((text) => ({
  id: decodeId("label", text),
  name: text,
}));

const listed = (description: string, examples: string[], pattern?: string) => ({
  description,
  override: { type: "string" as const, minLength: 1, ...(pattern && { pattern }), examples },
});

const UserExpand = listParam(z.enum(userExpansions))
  .optional()
  .meta(
    listed(
      `Comma-separated: ${userExpansions.join(", ")}.`,
      ["location,department"],
      listPattern(userExpansions),
    ),
  );

/** Places as filters of a list. */
export const placeParams = {
  locations: listParam(idOf("location")).optional().meta(listed("Comma-separated IDs.", [])),
  departments: listParam(idOf("department")).optional().meta(listed("Comma-separated IDs.", [])),
  labels: listParam(LabelReference)
    .optional()
    .meta(listed("Comma-separated IDs or names.", ["Remote"])),
};

export const UserQuery = z.object({
  status: listParam(z.enum(userStatuses))
    .optional()
    .meta({
      description: `Comma-separated: ${userStatuses.join(", ")}. Defaults to ACTIVE, or to all of them with \`updatedSince\`.`,
      override: { type: "string", pattern: listPattern(userStatuses), examples: ["ACTIVE,INACTIVE"] },
    }),
  updatedSince: instantParam.optional().meta({
    description: "Only users that changed at or after this time, sorted by `updatedAt` and ID.",
  }),
  email: plainText(254)
    .optional()
    .meta({ description: "The exact email address, in upper or lower case.", examples: ["uma@example.com"] }),
  employeeId: plainText(100)
    .optional()
    .meta({ description: "The exact employee ID.", examples: ["E-7"] }),
  search: plainText(100)
    .optional()
    .meta({ description: "Part of the name, or the start of the email address.", examples: ["Uma"] }),
  ...placeParams,
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

/** The v2 user without expansions, also inside an expanded leave. */
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
    approverId: wireId("user").nullable().meta({
      description: "Their manager, who decides on their leave in place of the department's level 1.",
    }),
    employeeId: z.string().nullable(),
    startDate: wireDate.nullable(),
    endDate: wireDate.nullable(),
    updatedAt: wireInstant.meta({
      description: "When anything of this record last changed, its labels included.",
    }),
  })
  .meta({ id: "User" });

export const ExpandedUser = User.extend({
  location: Location.optional().meta({ description: "Included with `expand=location`." }),
  department: Department.optional().meta({ description: "Included with `expand=department`." }),
  approver: User.nullable().optional().meta({
    description: "Included with `expand=approver`. Null if there's none or the key can't see them.",
  }),
  holidays: z
    .array(HolidayYear)
    .optional()
    .meta({ description: "The holidays of the user's location. Included with `expand=holidays`." }),
}).meta({ id: "ExpandedUser" });

/** A person as created by the operator's command line (decision 1.10). */
export const OperatorUserCreate = z.strictObject({
  name: nameText(limits.personName),
  email: addressText,
  role: z.enum(roles),
  /** The first is the person's own; a location admin manages all of them. */
  locations: z.array(idOf("location")).default([]),
  /** The first is the person's own; an approver approves all of them. */
  departments: z.array(idOf("department")).default([]),
  password: newPasswordText.optional(),
});
export type OperatorUserCreate = z.output<typeof OperatorUserCreate>;

const optionalDate = (description: string) => dateText.nullable().optional().meta({ description });

/** Role and birthday can be written, but are not part of the v2 user (decision 6). */
export const UserFields = z.strictObject({
  name: nameText(limits.personName),
  email: addressText,
  locationId: idOf("location")
    .optional()
    .meta({ description: "Defaults to the workspace's default location." }),
  departmentId: idOf("department")
    .optional()
    .meta({ description: "Defaults to the workspace's default department." }),
  labels: z
    .array(plainText(100))
    .max(limits.labelsOfPerson, rule("labelCount", { limit: limits.labelsOfPerson }))
    .optional()
    .meta({ description: "Names or IDs. Replaces the whole list." }),
  approverId: idOf("user").nullable().optional().meta({
    description:
      "Their manager, an active user. Decides on their leave in place of the department's level 1; null for the department.",
  }),
  employeeId: plainText(limits.employeeId).nullable().optional(),
  startDate: optionalDate("First day of employment."),
  endDate: optionalDate("Last day of employment."),
  birthday: optionalDate("Only returned by an export of personal data."),
  role: z.enum(roles).optional().meta({
    description:
      "Only administrators can set this. `USER` removes all locations managed and departments approved. `LOCATION_ADMIN` requires managedLocationIds, `APPROVER` approvedDepartmentIds.",
  }),
  managedLocationIds: z
    .array(idOf("location"))
    .min(1, rule("locationNeeded"))
    .max(1000, rule("locationCount", { limit: 1000 }))
    .optional()
    .meta({ description: "The locations a LOCATION_ADMIN manages." }),
  approvedDepartmentIds: z
    .array(idOf("department"))
    .min(1, rule("departmentNeeded"))
    .max(1000, rule("departmentCount", { limit: 1000 }))
    .optional()
    .meta({ description: "The departments an APPROVER approves for. New ones are added at level 1." }),
});

type Loose = Record<string, unknown>;

export interface Rule extends FieldFault {
  path: string;
  holds(body: Loose): boolean;
}

/** A list that belongs to one role: required with it, refused without it. */
export const belongsTo = (role: string, path: string): Rule[] => [
  { path, ...fault("roleNeeded", { role }), holds: (body) => body.role !== role || path in body },
  { path, ...fault("roleOther", { role }), holds: (body) => body.role === role || !(path in body) },
];

export const employmentRule: Rule = {
  path: "endDate",
  ...fault("beforeStart"),
  holds: ({ startDate, endDate }) =>
    typeof startDate !== "string" || typeof endDate !== "string" || startDate <= endDate,
};

/** Rules between the fields of a person. */
const userRules: readonly Rule[] = [
  employmentRule,
  ...belongsTo("LOCATION_ADMIN", "managedLocationIds"),
  ...belongsTo("APPROVER", "approvedDepartmentIds"),
];

// `when`: faults of these rules are reported together with those of single fields.
export const withRules = <S extends z.ZodType>(schema: S, rules = userRules): S =>
  rules.reduce(
    (ruled, { path, holds, ...found }) =>
      ruled.refine((body) => holds(body as Loose), {
        path: [path],
        ...ruleOf(found),
        when: ({ value }) => typeof value === "object" && value !== null,
      }),
    schema,
  );

const ruleWords =
  "`endDate` must not be before `startDate`. `managedLocationIds` is required with the role LOCATION_ADMIN, `approvedDepartmentIds` with APPROVER. Neither is accepted with another role.";

export const UserCreate = withRules(UserFields).meta({ id: "UserCreate", description: ruleWords });
export type UserCreate = z.output<typeof UserCreate>;

/** A new person, with the language of the invitation. */
export const UserInvite = withRules(
  UserFields.extend({
    language: z.enum(notificationLocales).optional().meta({
      description: "Of the invitation and later emails. Defaults to `en`.",
    }),
  }),
).meta({ id: "UserInvite", description: ruleWords });
export type UserInvite = z.output<typeof UserInvite>;

export const UserPatch = withRules(patchOf(UserFields)).meta({
  id: "UserPatch",
  description: `Fields you don't send keep their value. ${ruleWords}`,
});
export type UserPatch = z.output<typeof UserPatch>;

/** The new manager of a manager's people. */
export const HandOver = z
  .strictObject({
    approverId: idOf("user").nullable().meta({ description: "The new manager; null for none." }),
  })
  .meta({ id: "HandOver" });
export type HandOver = z.output<typeof HandOver>;

export const HandedOver = z
  .object({ changedCount: z.int().meta({ description: "How many users have the new manager." }) })
  .meta({ id: "HandedOver" });

/** The language of an invitation for a user who has not chosen one yet. */
export const invitationLanguage = z.enum(notificationLocales);

/** Maximum of one batch of invitations: larger sets take several calls, so that no rows stay locked for long. */
export const maxInvited = 100;

export const UsersInvitation = z
  .strictObject({
    userIds: z
      .array(idOf("user"))
      .min(1, "Must have at least one user.")
      .max(maxInvited, `Must have at most ${maxInvited} users.`),
    language: invitationLanguage.optional().meta({
      description: "Of the invitations and later emails. Defaults to `en`.",
    }),
  })
  .meta({ id: "UsersInvitation" });
export type UsersInvitation = z.output<typeof UsersInvitation>;

/** Why a user gets no invitation. The first two need none. */
const notInvited = [
  "SIGNED_IN",
  "JUST_INVITED",
  "INACTIVE",
  "NOT_FOUND",
  "HIGHER_ROLE",
  "REACHES_FURTHER",
  "DELETED",
] as const;
export type NotInvited = (typeof notInvited)[number];

/** Sign-in state of a user on the pages; users who are INVITED or NOT_INVITED have not signed in yet. */
export const personStates = ["ACTIVE", "INVITED", "NOT_INVITED", "INACTIVE"] as const;
export type PersonState = (typeof personStates)[number];

const chosen = (kind: Parameters<typeof idOf>[0]) => z.array(idOf(kind)).min(1).max(500).optional();

/** Filters people within sight. An unset field does not filter. */
export const PeopleFilter = z.strictObject({
  /** A part of the name or the email address. */
  text: z.string().trim().max(100).optional(),
  departments: chosen("department"),
  locations: chosen("location"),
  labels: chosen("label"),
  role: z.enum(roles).optional(),
  states: z.array(z.enum(personStates)).min(1).default(["ACTIVE", "INVITED", "NOT_INVITED"]),
});
export type PeopleFilter = z.output<typeof PeopleFilter>;

export const PeoplePage = PeopleFilter.extend({
  ...pageInput,
  /** Up to 500: among thousands, pages of 100 would be many. */
  limit: z.int().min(1).max(500).default(100),
});

/** Why a bulk change leaves a user out. */
export const usersUpdateFaults = [
  "NOT_FOUND",
  "HIGHER_ROLE",
  "DELETED",
  "YOURSELF",
  "LAST_ADMINISTRATOR",
  "LAST_EMERGENCY_ACCESS",
  "PROVISIONED",
  "OWN_APPROVER",
  "LEAVE_NEGATIVE_BALANCE",
] as const;

const maximumChanged = 10_000;
const labelList = (description: string) =>
  z
    .array(plainText(100))
    .min(1, "Must have at least one label.")
    .max(limits.labelsOfPerson, rule("labelCount", { limit: limits.labelsOfPerson }))
    .meta({ description });

/** A change of many people. */
export const UsersChange = patchOf(
  z.strictObject({
    locationId: idOf("location"),
    departmentId: idOf("department"),
    approverId: idOf("user").nullable().meta({ description: "Their manager; null for none." }),
    addLabels: labelList("Names or IDs. Added to the labels they have."),
    removeLabels: labelList("Names or IDs."),
    deactivate: z
      .literal(true)
      .meta({ description: "Ends their access, as deactivating a single user does." }),
  }),
).meta({ id: "UsersChange" });
export type UsersChange = z.output<typeof UsersChange>;

export const UsersUpdate = z
  .strictObject({
    userIds: z
      .array(idOf("user"))
      .min(1, "Must have at least one user.")
      .max(maximumChanged, "Must have at most 10,000 users."),
    change: UsersChange,
  })
  .meta({ id: "UsersUpdate" });
export type UsersUpdate = z.output<typeof UsersUpdate>;

const userCount = z.int().min(0);

export const UsersInvitationResult = z
  .object({
    sentCount: userCount,
    skippedCount: userCount.meta({ description: "Users who have signed in already, or were just invited." }),
    failedCount: userCount,
    users: z.array(
      z.object({
        id: wireId("user"),
        status: z.enum(["sent", "skipped", "failed"]),
        code: z.enum(notInvited).nullable().meta({ description: "Why no invitation was sent." }),
      }),
    ),
  })
  .meta({ id: "UsersInvitationResult" });
export type UsersInvitationResult = z.output<typeof UsersInvitationResult>;

export const UsersUpdateResult = z
  .object({
    changedCount: userCount,
    unchangedCount: userCount.meta({ description: "Users who already were as asked." }),
    failedCount: userCount,
    users: z.array(
      z.object({
        id: wireId("user"),
        name: z.string().nullable(),
        status: z.enum(["changed", "unchanged", "failed"]),
        code: z.enum(usersUpdateFaults).nullable().meta({ description: "Why the user couldn't be changed." }),
        missing: z.number().nullable().meta({
          description: "Days of leave that the new location wouldn't cover, for LEAVE_NEGATIVE_BALANCE.",
        }),
      }),
    ),
  })
  .meta({ id: "UsersUpdateResult" });
export type UsersUpdateResult = z.output<typeof UsersUpdateResult>;

/** Selected people, or all that match a filter. */
export const chosenPeople = z.union([
  z.strictObject({ ids: z.array(idOf("user")).min(1).max(maximumChanged) }),
  z.strictObject({ filter: PeopleFilter }),
]);

/** A bulk change from a page: selected people, or all that match a filter. */
export const PeopleChange = z.strictObject({ select: chosenPeople, change: UsersChange });
export type PeopleChange = z.output<typeof PeopleChange>;

/** Invitations from a page, and their language. */
export const PeopleInvitation = z.strictObject({ select: chosenPeople, language: invitationLanguage });
export type PeopleInvitation = z.output<typeof PeopleInvitation>;

/** Text typed to find a user. */
export const UserSearch = z.strictObject({
  text: z.string().trim().min(2).max(100),
  limit: z.int().min(1).max(20).default(6),
});
