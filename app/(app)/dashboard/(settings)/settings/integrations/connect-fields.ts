import type { IntegrationPlatform } from "@/drizzle/schema/values";

export type FieldName = "botToken" | "appId" | "tenantId" | "appPassword";

/** The fields of each platform, in the order of the form. */
export const fieldsOf: Record<IntegrationPlatform, { name: FieldName; isSecret: boolean }[]> = {
  slack: [{ name: "botToken", isSecret: true }],
  microsoft: [
    { name: "appId", isSecret: false },
    { name: "tenantId", isSecret: false },
    { name: "appPassword", isSecret: true },
  ],
};
