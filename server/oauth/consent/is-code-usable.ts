import { and, eq, gt, isNull } from "drizzle-orm";
import { oauthCodes } from "@/drizzle/schema/oauth";
import { everyWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";

/** Whether the code in a redirect can still be exchanged. @param location a redirect that carries a code */
export async function isCodeUsable({ db, clock }: Services, location: string): Promise<boolean> {
  const code = new URLSearchParams(location.slice(location.indexOf("?"))).get("code");
  if (!code) return false;
  const [found] = await scoped(everyWorkspace("the code says whose it is"), oauthCodes)
    .select(db, { hash: oauthCodes.hash })
    .where(
      and(eq(oauthCodes.hash, sha256(code)), isNull(oauthCodes.usedAt), gt(oauthCodes.expiresAt, clock())),
    );
  return found !== undefined;
}
