import { z } from "zod";
import { plans, visibilities } from "@/drizzle/schema/values";
import { newPasswordText, plainText } from "@/server/kernel/schema";
import { EmailAddress } from "@/server/modules/people/schema";

/** A workspace with its first administrator, as the operator's command line makes one (decision 1.10). */
export const WorkspaceCreate = z.strictObject({
  name: plainText(200),
  plan: z.enum(plans),
  admin: z.strictObject({ name: plainText(200), email: EmailAddress, password: newPasswordText }),
});
export type WorkspaceCreate = z.output<typeof WorkspaceCreate>;

export const WorkspaceSettingsPatch = z.strictObject({
  visibility: z.enum(visibilities).optional(),
  mailDecisionNeedsSignIn: z.boolean().optional(),
  teamFeedsAllowed: z.boolean().optional(),
  aiAppsMayChangeLeave: z.boolean().optional(),
});
