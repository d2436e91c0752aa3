import { z } from "zod";
import type { Settings } from "@/server/kernel/env";
import { minute, second } from "@/server/kernel/time/clock";
import { openToken, sealToken } from "../sealed-token";
import { isHttps } from "../session-cookie";

/** How long someone who came back from their provider may take to type their password. */
const lifeMs = 10 * minute;
const salt = "timeaway-pending-link";

export const PendingLink = z.object({
  workspaceId: z.string(),
  connectionId: z.string(),
  connectionName: z.string(),
  userId: z.string(),
  issuer: z.string(),
  subject: z.string(),
  /** The address by which the account found the person. */
  email: z.string(),
  returnTo: z.string(),
  /** When the provider authenticated the person, in milliseconds; null when it did not say. */
  authenticatedAt: z.number().nullable().default(null),
  providerSessionId: z.string().nullable().default(null),
});
/** A proven account that is the person's once they confirm it. The browser carries it, sealed. */
export type PendingLink = z.infer<typeof PendingLink>;

export const confirmPath = "/login/confirm";

export const pendingLinkName = (settings: Settings): string =>
  `${isHttps(settings) ? "__Host-" : ""}timeaway-pending-link`;

export const pendingLinkOptions = (settings: Settings) =>
  ({
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: isHttps(settings),
    maxAge: lifeMs / second,
  }) as const;

export const sealPendingLink = (settings: Settings, link: PendingLink): Promise<string> =>
  sealToken(settings, { link }, { salt, maxAge: lifeMs / second });

/** @returns null when it is forged or expired */
export async function openPendingLink(
  settings: Settings,
  value: string | undefined,
): Promise<PendingLink | null> {
  if (!value) return null;
  const token = await openToken(settings, { token: value, salt });
  return PendingLink.safeParse(token?.link).data ?? null;
}
