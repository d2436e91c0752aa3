import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { idOf, nameText } from "@/server/kernel/schema";

/** What someone types: six digits, or a recovery code. */
const codeText = z.string().trim().min(1).max(limits.factorCode);

export const FactorConfirm = z.strictObject({
  id: idOf("factor"),
  name: nameText(limits.name),
  code: codeText,
});
export type FactorConfirm = z.output<typeof FactorConfirm>;

export const FactorRename = FactorConfirm.omit({ code: true });
export const FactorRef = FactorConfirm.pick({ id: true });
export const FactorCode = FactorConfirm.pick({ code: true });
