import { z } from "zod";
import { notificationLocales } from "@/drizzle/schema/values";
import { plainText, withoutRepeats } from "@/server/kernel/schema";
import { namedKinds } from "@/server/modules/directory/schema";
import { ImportResult, importFields } from "@/server/modules/imports/schema";
import {
  belongsTo,
  employmentRule,
  invitationLanguage,
  type Rule,
  UserFields,
  withRules,
} from "@/server/modules/people/schema";

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
    managedLocations: places("location"),
    approvedDepartments: places("department"),
    language: z.enum(notificationLocales).optional(),
  }),
  [employmentRule, ...importedRoleRules],
);
export type UserImportRow = z.output<typeof UserImportRow>;

/** Maximum new names of a kind in an import: more mean that another column was taken for them. */
export const maxCreatedNames = 100;

export const UserImport = z
  .strictObject({
    ...importFields(
      "name, email, location?, department?, labels?, employeeId?, startDate?, endDate?, birthday?, role? (only administrators can set it; LOCATION_ADMIN requires managedLocations, APPROVER approvedDepartments), managedLocations?, approvedDepartments?, language? (of the invitation). Use names or IDs for locations, departments and labels. Without a location or department, the default is used.",
    ),
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
        description: `Departments or labels that the imported rows name and that don't exist are created with them, up to ${maxCreatedNames} of each. Only for administrators; a key needs the scope \`departments:write\` or \`labels:write\`. Without it, such rows fail.`,
      }),
  })
  .meta({ id: "UserImport" });
export type UserImport = z.output<typeof UserImport>;

const names = (description: string) => z.array(z.string()).meta({ description });

const CreatedNames = z
  .object({ departments: z.array(z.string()), labels: z.array(z.string()) })
  .meta({ description: "Names that `create` created. With mode `check`, names that it would create." });
export type CreatedNames = z.output<typeof CreatedNames>;

const MissingNames = z
  .object({
    departments: names("`create` would create these."),
    labels: names("`create` would create these."),
    locations: names("An import creates no locations."),
  })
  .meta({ description: "Names in the rows that don't exist." });
export type MissingNames = z.output<typeof MissingNames>;

export const UserImportResult = ImportResult.extend({ created: CreatedNames, missing: MissingNames }).meta({
  id: "UserImportResult",
});
export type UserImportResult = z.output<typeof UserImportResult>;
