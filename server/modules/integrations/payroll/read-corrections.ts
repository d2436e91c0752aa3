import type { Ctx } from "@/server/access/ctx";
import type { PayrollLine } from "./layout";
import type { Paid } from "./read-leave-lines";

/**
 * The corrections of closed periods that take effect in this one. `firstDay` and `lastDay` are the days that are corrected, `days` is
 * signed. No days are closed yet, so there are none.
 */
export const readCorrections = (_ctx: Ctx, _paid: Paid): Promise<PayrollLine[]> => Promise.resolve([]);
