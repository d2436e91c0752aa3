import { z } from "zod";
import { plans, visibilities } from "@/drizzle/schema/values";
import { addressText, nameText, newPasswordText, timezoneText } from "@/server/kernel/schema";
import { Retention } from "@/server/modules/retention/schema";

const common = {
  name: nameText(200),
  admin: z.strictObject({ name: nameText(200), email: addressText, password: newPasswordText }),
};

/** A workspace with its first administrator, as the operator's command line makes one (decision 1.10). */
export const WorkspaceCreate = z.strictObject({
  ...common,
  plan: z.enum(plans),
  /** Of its default location. */
  timezone: timezoneText.optional(),
  /** Whether nobody has to be led through "Set up your workspace". */
  isSetUp: z.boolean().optional(),
});
export type WorkspaceCreate = z.output<typeof WorkspaceCreate>;

/** The first workspace, as its administrator makes it with the link that `npm start` prints. */
export const FirstWorkspace = z.strictObject({ ...common, timezone: timezoneText });
export type FirstWorkspace = z.output<typeof FirstWorkspace>;

export const WorkspaceSettingsPatch = Retention.partial().extend({
  visibility: z.enum(visibilities).optional(),
  mailDecisionNeedsSignIn: z.boolean().optional(),
  teamFeedsAllowed: z.boolean().optional(),
  aiAppsMayChangeLeave: z.boolean().optional(),
});
