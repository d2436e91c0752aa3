import { z } from "zod";
import { notificationLocales, plans, visibilities } from "@/drizzle/schema/values";
import { addressText, nameText, newPasswordText, timezoneText } from "@/server/kernel/schema";
import { Retention } from "@/server/modules/workspace/retention/schema";

const common = {
  name: nameText(200),
  admin: z.strictObject({ name: nameText(200), email: addressText, password: newPasswordText }),
};

/** A workspace with its first administrator, as created by the operator's command line (decision 1.10). */
export const WorkspaceCreate = z.strictObject({
  ...common,
  plan: z.enum(plans),
  /** Time zone of the default location. */
  timezone: timezoneText.optional(),
  /** Whether to skip "Set up your workspace". */
  isSetUp: z.boolean().optional(),
});
export type WorkspaceCreate = z.output<typeof WorkspaceCreate>;

/** The first workspace, as created with the link printed by `npm start`. */
export const FirstWorkspace = z.strictObject({
  ...common,
  timezone: timezoneText,
  /** Of the pages on which it is made: the administrator is written to in it. */
  language: z.enum(notificationLocales).optional(),
});
export type FirstWorkspace = z.output<typeof FirstWorkspace>;

export const WorkspaceSettingsPatch = Retention.partial().extend({
  visibility: z.enum(visibilities).optional(),
  mailDecisionNeedsSignIn: z.boolean().optional(),
  teamFeedsAllowed: z.boolean().optional(),
  aiAppsMayChangeLeave: z.boolean().optional(),
});
