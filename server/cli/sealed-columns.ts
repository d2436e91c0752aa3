import type { SealedColumn } from "@/server/kernel/reseal-in-steps";
import { sealedSecret } from "@/server/modules/integrations/store";
import { sealedContents } from "@/server/modules/mails/content";
import { sealedBody } from "@/server/modules/operations/seal-body";
import { sealedSecrets } from "@/server/modules/webhooks/secret";
import { sealedPrivateKey } from "@/server/oauth/keys/signing-keys";

/** All encrypted columns of the database. */
export const sealedColumns: Readonly<Record<string, readonly SealedColumn[]>> = {
  signingKeys: [sealedPrivateKey],
  webhooks: sealedSecrets,
  integrations: [sealedSecret],
  mails: sealedContents,
  answers: [sealedBody],
};
