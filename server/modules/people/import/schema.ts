import { z } from "zod";
import { notificationLocales } from "@/drizzle/schema/values";
import { rule } from "@/server/kernel/field-faults";
import { plainText, withoutRepeats } from "@/server/kernel/schema";
import { adjustmentNote, signedDays, yearlyDays } from "@/server/modules/leave/entitlements/schema";
import {
  belongsTo,
  employmentRule,
  invitationLanguage,
  type Rule,
  UserFields,
  withRules,
} from "@/server/modules/people/people/schema";
import { namedKinds } from "@/server/modules/people/places/schema";
import {
  ImportResult,
  importFields,
  type ImportResult as Result,
} from "@/server/modules/workspace/imports/schema";

/** The places of a role, by name or id, as in a spreadsheet. */
const places = (what: string) =>
  z
    .array(plainText(100))
    .min(1, `Must have at least one ${what}.`)
    .max(100, `Must have at most 100 ${what}s.`)
    .optional();

/** Role rules of an import row, in place of those of a new person. */
const importedRoleRules: readonly Rule[] = [
  ...belongsTo("LOCATION_ADMIN", "managedLocations"),
  ...belongsTo("APPROVER", "approvedDepartments"),
];

const dayMinutes = 24 * 60;
const sevenDays = rule("sevenDays");

/** The working time of each weekday in an import. */
const workPattern = z
  .array(
    z.union(
      [z.enum(["FULL_DAY", "HALF_DAY"]), z.int().min(0).max(dayMinutes)],
      rule("weekdayTime", { limit: dayMinutes }),
    ),
    sevenDays,
  )
  .length(7, sevenDays)
  .refine((days) => days.some((time) => time !== 0), rule("workingDay"));

/** A person in an import: places and labels by name or id, as in a spreadsheet. */
export const UserImportRow = withRules(
  UserFields.pick({
    name: true,
    email: true,
    labels: true,
    employeeId: true,
    startDate: true,
    endDate: true,
    birthday: true,
    role: true,
  }).extend({
    location: plainText(100).optional(),
    department: plainText(100).optional(),
    approver: plainText(254).optional(),
    managedLocations: places("location"),
    approvedDepartments: places("department"),
    language: z.enum(notificationLocales).optional(),
    leaveType: plainText(100).optional(),
    yearlyDays: yearlyDays.optional(),
    daysLeft: signedDays.optional(),
    workPattern: workPattern.optional(),
  }),
  [employmentRule, ...importedRoleRules],
);
export type UserImportRow = z.output<typeof UserImportRow>;

/** Maximum new names of a kind in an import: more mean that another column was taken for them. */
export const maxCreatedNames = 100;

export const UserImport = z
  .strictObject({
    ...importFields(
      "name, email, location?, department?, approver? (the email address, ID or unique name of their manager, who may be in the same import), labels?, employeeId?, startDate?, endDate?, birthday?, role? (only administrators can set it; LOCATION_ADMIN requires managedLocations, APPROVER approvedDepartments), managedLocations?, approvedDepartments?, language? (of the invitation), yearlyDays? (their own yearly quota), daysLeft? (working days left today, or on the startDate where that is later; below zero only if the policy allows it), leaveType? (of yearlyDays and daysLeft), workPattern? (seven items, from Sunday to Saturday: minutes, or FULL_DAY or HALF_DAY by the location's hours; counts from the startDate, else from this accounting year). Use names or IDs for locations, departments, labels and leave types. Without a location or department, the default is used. A key needs the scope `leaves:write` for yearlyDays and daysLeft.",
    ),
    leaveType: plainText(100).optional().meta({
      description:
        "Name or ID. Of the yearlyDays and daysLeft of rows without a leaveType. Defaults to the leave type with a yearly quota, if there is only one.",
    }),
    note: adjustmentNote.optional().meta({
      description:
        "Of the balance adjustments for yearlyDays and daysLeft. The users and those who manage them can read it. Defaults to `Imported`.",
    }),
    invite: z
      .strictObject({
        language: invitationLanguage.meta({ description: "Of the invitations and later emails." }),
      })
      .optional()
      .meta({
        description:
          "Emails everyone who is added a link to choose a password, once the import is done. Without it, no one is notified.",
      }),
    create: withoutRepeats(z.array(z.enum(namedKinds)), "a kind")
      .optional()
      .meta({
        description: `Locations, departments or labels that the imported rows name and that don't exist are created with them, up to ${maxCreatedNames} of each. Locations get the settings, leave policies and public holidays of the default location. Only for administrators; a key needs the scope \`locations:write\`, \`departments:write\` or \`labels:write\`. Without it, such rows fail.`,
      }),
  })
  .meta({ id: "UserImport" });
export type UserImport = z.output<typeof UserImport>;

const names = (description: string) => z.array(z.string()).meta({ description });

const CreatedNames = z
  .object({
    locations: z.array(z.string()),
    departments: z.array(z.string()),
    labels: z.array(z.string()),
  })
  .meta({ description: "Names that `create` created. With mode `check`, names that it would create." });
export type CreatedNames = z.output<typeof CreatedNames>;

const MissingNames = z
  .object({
    locations: names("`create` would create these."),
    departments: names("`create` would create these."),
    labels: names("`create` would create these."),
  })
  .meta({ description: "Names in the rows that don't exist." });
export type MissingNames = z.output<typeof MissingNames>;

const userCount = z.int().min(0);

const StartCounts = z.object({ yearlyDays: userCount, daysLeft: userCount, workPatterns: userCount }).meta({
  description:
    "The number of users who got their own yearly quota, an opening balance, or a working pattern other than the location's work week. With mode `check`, who would get it.",
});
export type StartCounts = z.output<typeof StartCounts>;

export const UserImportResult = ImportResult.extend({
  created: CreatedNames,
  missing: MissingNames,
  set: StartCounts,
}).meta({ id: "UserImportResult" });
export type UserImportResult = Omit<z.output<typeof UserImportResult>, "rows"> & Pick<Result, "rows">;
