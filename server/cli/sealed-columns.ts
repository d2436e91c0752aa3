import type { SealedColumn } from "@/server/kernel/database/reseal-in-steps";
import { sealedBody } from "@/server/modules/integrations/operations/seal-body";
import { sealedSecrets } from "@/server/modules/integrations/webhooks/secret";
import { sealedChunks } from "@/server/modules/leave/files/seal";
import { sealedContents } from "@/server/modules/messaging/outbox/content";
import { sealedSecret } from "@/server/modules/messaging/providers/store";
import { sealedVapidKey } from "@/server/modules/messaging/push/vapid-key";
import { sealedClientSecret } from "@/server/modules/workspace/connections/store";
import { sealedPrivateKey } from "@/server/oauth/keys/signing-keys";
import { sealedFactorSecret } from "@/server/signin/factors/store";

/** All encrypted columns of the database. */
export const sealedColumns: Readonly<Record<string, readonly SealedColumn[]>> = {
  signingKeys: [sealedPrivateKey],
  webhooks: sealedSecrets,
  integrations: [sealedSecret],
  mails: sealedContents,
  answers: [sealedBody],
  leaveFiles: [sealedChunks],
  vapidKey: [sealedVapidKey],
  connections: [sealedClientSecret],
  secondFactors: [sealedFactorSecret],
};
