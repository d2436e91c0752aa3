import { and, eq, gt, isNull } from "drizzle-orm";
import { oauthCodes } from "@/drizzle/schema/oauth";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Services } from "@/server/kernel/services";
import { placeOfCode } from "../token/grants/code-store";

/** Whether the code in a redirect can still be exchanged. @param location a redirect that carries a code */
export async function isCodeUsable(services: Services, location: string): Promise<boolean> {
  const code = new URLSearchParams(location.slice(location.indexOf("?"))).get("code");
  if (!code) return false;
  const place = await placeOfCode(services, code);
  const [found] = await scoped(workspaceOf(place), oauthCodes)
    .select(services.db, { hash: oauthCodes.hash })
    .where(
      and(
        eq(oauthCodes.hash, place.hash),
        isNull(oauthCodes.usedAt),
        gt(oauthCodes.expiresAt, services.clock()),
      ),
    );
  return found !== undefined;
}
