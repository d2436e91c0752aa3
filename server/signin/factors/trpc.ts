import { encodeId } from "@/server/kernel/schema";
import { qrCodeOf } from "@/server/kernel/text/qr-code";
import { addFactorProcedure, procedure, router } from "@/server/transport/trpc";
import { confirmPasskey } from "../passkeys/confirm-passkey";
import { PasskeyAnswer, PasskeyConfirm } from "../passkeys/schema";
import { startPasskey } from "../passkeys/start-passkey";
import { requestOwnPasskey, verifyOwnPasskey } from "../passkeys/verify-own-passkey";
import { confirmFactor } from "./confirm-factor";
import { endFactor } from "./end-factor";
import { listFactors } from "./list-factors";
import { renameFactor } from "./rename-factor";
import { renewRecoveryCodes } from "./renew-recovery-codes";
import { FactorCode, FactorConfirm, FactorRef, FactorRename } from "./schema";
import { startFactor } from "./start-factor";
import { verifyFactor } from "./verify-factor";

/** The acting person's own second factors. */
export const secondFactorsRouter = router({
  list: addFactorProcedure.query(({ ctx }) => listFactors(ctx)),
  start: addFactorProcedure.mutation(async ({ ctx }) => {
    const { id, secret, uri } = await startFactor(ctx);
    return { id: encodeId("factor", id), secret, code: qrCodeOf(uri) };
  }),
  confirm: addFactorProcedure.input(FactorConfirm).mutation(({ ctx, input }) => confirmFactor(ctx, input)),
  rename: procedure.input(FactorRename).mutation(({ ctx, input }) => renameFactor(ctx, input)),
  end: procedure.input(FactorRef).mutation(({ ctx, input }) => endFactor(ctx, input.id)),
  verify: procedure.input(FactorCode).mutation(({ ctx, input }) => verifyFactor(ctx, input.code)),
  startPasskey: addFactorProcedure.mutation(({ ctx }) => startPasskey(ctx)),
  confirmPasskey: addFactorProcedure
    .input(PasskeyConfirm)
    .mutation(({ ctx, input }) => confirmPasskey(ctx, input)),
  requestPasskey: procedure.mutation(({ ctx }) => requestOwnPasskey(ctx)),
  verifyPasskey: procedure.input(PasskeyAnswer).mutation(({ ctx, input }) => verifyOwnPasskey(ctx, input)),
  renewRecoveryCodes: procedure.mutation(({ ctx }) => renewRecoveryCodes(ctx)),
});
