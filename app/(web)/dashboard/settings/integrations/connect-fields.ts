import type { IntegrationPlatform } from "@/drizzle/schema/values";
import { MicrosoftConnect, SlackConnect } from "@/server/modules/integrations/schema";

export type FieldName = "botToken" | "appId" | "tenantId" | "appPassword";

/** What each platform asks for, in the order of the form. */
export const fieldsOf: Record<IntegrationPlatform, { name: FieldName; isSecret: boolean }[]> = {
  slack: [{ name: "botToken", isSecret: true }],
  microsoft: [
    { name: "appId", isSecret: false },
    { name: "tenantId", isSecret: false },
    { name: "appPassword", isSecret: true },
  ],
};

const shapes = { ...SlackConnect.shape, ...MicrosoftConnect.shape };

/** The fields that do not even look right. */
export const faultyFields = (
  platform: IntegrationPlatform,
  values: Partial<Record<FieldName, string>>,
): FieldName[] =>
  fieldsOf[platform]
    .map(({ name }) => name)
    .filter((name) => !shapes[name].safeParse(values[name] ?? "").success);
