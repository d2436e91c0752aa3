import { z } from "zod";
import { integrationPlatforms } from "@/drizzle/schema/values";
import { rule } from "@/server/kernel/field-faults";
import { wireInstant } from "@/server/kernel/schema";

const credential = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{8,500}$/, rule("tokenForm"));
const guid = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i, rule("plainId"));

export const SlackConnect = z.strictObject({
  botToken: credential.refine((text) => text.startsWith("xoxb-"), rule("botToken")),
});
export type SlackConnect = z.output<typeof SlackConnect>;

export const MicrosoftConnect = z.strictObject({ appId: guid, tenantId: guid, appPassword: credential });
export type MicrosoftConnect = z.output<typeof MicrosoftConnect>;

export const IntegrationRef = z.strictObject({ platform: z.enum(integrationPlatforms) });
export type IntegrationRef = z.output<typeof IntegrationRef>;

/** What the integrations page sees; never the secret. */
export const IntegrationView = z.object({
  platform: z.enum(integrationPlatforms),
  isConnected: z.boolean(),
  facts: z.record(z.string(), z.string()),
  /** The provider refused the credentials at their last use. */
  lastError: z.string().nullable(),
  checkedAt: wireInstant.nullable(),
});
export type IntegrationView = z.output<typeof IntegrationView>;
