import { procedure, router } from "@/server/transport/trpc";
import { getMailPreferences } from "./get-mail-preferences";
import { MailPreferencesPatch } from "./schema";
import { updateMailPreferences } from "./update-mail-preferences";

export const mailPreferencesRouter = router({
  get: procedure.query(({ ctx }) => getMailPreferences(ctx)),
  update: procedure.input(MailPreferencesPatch).mutation(async ({ ctx, input }) => {
    await updateMailPreferences(ctx, input);
  }),
});
