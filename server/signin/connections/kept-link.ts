import { cookies } from "next/headers";
import { services } from "@/server/kernel/process";
import { openPendingLink, type PendingLink, pendingLinkName, pendingLinkOptions } from "./pending-link";

/** The account that this browser has yet to confirm; null when there is none, or it has expired. */
export async function keptLink(): Promise<PendingLink | null> {
  const { settings } = services();
  return openPendingLink(settings, (await cookies()).get(pendingLinkName(settings))?.value);
}

/** Only in server actions and route handlers. */
export async function forgetLink(): Promise<void> {
  const { settings } = services();
  (await cookies()).set(pendingLinkName(settings), "", { ...pendingLinkOptions(settings), maxAge: 0 });
}
