import { z } from "zod";
import type { Settings } from "@/server/kernel/env";
import { second } from "@/server/kernel/time/clock";
import { openToken, sealToken } from "../sealed-token";
import { isHttps } from "../session-cookie";
import { stepLifeMs } from "./sign-in-steps";

const salt = "timeaway-sign-in-step";

const KeptStep = z.object({ secret: z.string(), returnTo: z.string() });
/** The sign-in of this browser that waits for a code, and its way back. */
export type KeptStep = z.infer<typeof KeptStep>;

export const stepPath = "/login/second-step";

/** Where someone adds the second factor that their workspace asks for. @param returnTo a path of this server */
export const addFactorPathTo = (returnTo: string): string =>
  `/login/add-factor?${new URLSearchParams({ next: returnTo })}`;

export const stepCookieName = (settings: Settings): string =>
  `${isHttps(settings) ? "__Host-" : ""}timeaway-sign-in-step`;

export const stepCookieOptions = (settings: Settings) =>
  ({
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: isHttps(settings),
    maxAge: stepLifeMs / second,
  }) as const;

/** The cookie's value. */
export const sealStep = (settings: Settings, step: KeptStep): Promise<string> =>
  sealToken(settings, { step }, { salt, maxAge: stepLifeMs / second });

/** @returns null when it is forged or expired */
export async function openStep(settings: Settings, value: string | undefined): Promise<KeptStep | null> {
  if (!value) return null;
  const token = await openToken(settings, { token: value, salt });
  return KeptStep.safeParse(token?.step).data ?? null;
}
