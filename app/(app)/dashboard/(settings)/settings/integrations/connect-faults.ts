import {
  type FieldName,
  fieldsOf,
} from "@/app/(app)/dashboard/(settings)/settings/integrations/connect-fields";
import type { IntegrationPlatform } from "@/drizzle/schema/values";
import { MicrosoftConnect, SlackConnect } from "@/server/modules/messaging/providers/schema";

const shapes = { ...SlackConnect.shape, ...MicrosoftConnect.shape };

/** The fields with an obviously wrong format. */
export const faultyFields = (
  platform: IntegrationPlatform,
  values: Partial<Record<FieldName, string>>,
): FieldName[] =>
  fieldsOf[platform]
    .map(({ name }) => name)
    .filter((name) => !shapes[name].safeParse(values[name] ?? "").success);
