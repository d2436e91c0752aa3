import { resealInSteps, type SealedColumn } from "@/server/kernel/reseal-in-steps";
import { sealedSecret } from "@/server/modules/integrations/store";
import { sealedContent } from "@/server/modules/mails/content";
import { sealedBody } from "@/server/modules/operations/seal-body";
import { sealedSecrets } from "@/server/modules/webhooks/secret";
import { sealedPrivateKey } from "@/server/oauth/keys/signing-keys";
import type { CommandGroup } from "./command";

/** Everything in the database that is sealed. */
const sealedColumns: Readonly<Record<string, readonly SealedColumn[]>> = {
  signingKeys: [sealedPrivateKey],
  webhooks: sealedSecrets,
  integrations: [sealedSecret],
  mails: [sealedContent],
  answers: [sealedBody],
};

export const encryptionKeyCommands: CommandGroup = (program, perform) => {
  program
    .command("encryption-key")
    .description("the keys of ENCRYPTION_KEY")
    .command("reseal")
    .description("encrypt everything again with the first key while the service runs")
    .action(() =>
      perform(async ({ db, settings }) => {
        const done: Record<string, number> = {};
        let unreadable = 0;
        for (const [name, columns] of Object.entries(sealedColumns))
          for (const column of columns) {
            const found = await resealInSteps(db, column, settings.encryptionKeys);
            done[name] = (done[name] ?? 0) + found.resealed;
            unreadable += found.unreadable;
          }
        return { resealed: done, unreadable };
      }),
    );
};
