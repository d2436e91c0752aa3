import { z } from "zod";
import { idOf, wireId, wireInstant } from "@/server/kernel/schema";
import { attemptText } from "@/server/modules/integrations/operations/schema";

const count = (description: string) => z.int().min(0).meta({ description });

/** What depends on a person, and how an erasure affects it. */
const possessions = {
  keyCount: count("API keys that are revoked."),
  webhookCount: count("Webhooks that are revoked, with the reason `owner_deleted`."),
  appCount: count("Connected apps that are disconnected."),
  feedCount: count("Calendar feeds that end."),
  notificationCount: count("Notifications of theirs that are deleted."),
  reportCount: count("Scheduled reports of theirs that are deleted."),
  recipientCount: count("Notifications and reports of others that no longer go to their address."),
  delegationCount: count("Stand-ins that end, whether they name them or are named by them."),
  approvedDepartments: z
    .array(z.string())
    .meta({ description: "Names of the departments that they approved." }),
  managedLocations: z.array(z.string()).meta({ description: "Names of the locations that they managed." }),
  waitingCount: count("Requests of others that waited for their decision."),
  leaveCount: count("Leaves that stay, without a name or reason."),
};
export type OwnedResources = z.output<z.ZodObject<typeof possessions>>;

export const Erasure = z
  .object({ userId: wireId("user"), erasedAt: wireInstant, ...possessions })
  .meta({ id: "Erasure" });

const Row = z.record(z.string(), z.unknown());

export const PersonalData = z
  .object({
    userId: wireId("user"),
    exportedAt: wireInstant,
    sections: z.array(
      z.object({
        name: z.string().meta({ description: "What the rows are, such as `leaves`." }),
        isCut: z.boolean().meta({ description: "Whether there are older rows that the export leaves out." }),
        rows: z.array(Row),
      }),
    ),
  })
  .meta({ id: "PersonalData" });

export const PersonRef = z.strictObject({ userId: idOf("user") });

export const EraseSubmission = PersonRef.extend({ attempt: attemptText });
