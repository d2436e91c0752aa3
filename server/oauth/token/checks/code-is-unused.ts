import type { Services } from "@/server/kernel/services";
import { plus } from "@/server/kernel/time/clock";
import { invalidGrant } from "../../errors";
import { revokeGrantAfterReplay } from "../../grants/revoke";
import { replayToleranceMs } from "../../tokens/lifetimes";
import type { FoundCode } from "../grants/code-store";

/**
 * The code was not used. A second use with every binding right means that a third party has the code: once it cannot be the client's own
 * quick retry, everything issued from the grant ends (RFC 6749, 4.1.2).
 */
export async function checkCodeIsUnused(services: Services, code: FoundCode): Promise<void> {
  if (code.usedAt === null) return;
  if (services.clock() > plus(code.usedAt, replayToleranceMs)) await revokeGrantAfterReplay(services, code);
  throw invalidGrant("The code has already been used.");
}
