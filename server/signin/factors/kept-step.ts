import { cookies } from "next/headers";
import { services } from "@/server/kernel/process";
import { type KeptStep, openStep, stepCookieName, stepCookieOptions } from "./step-cookie";

/** The sign-in of this browser that waits for a code; null when there is none, or it has expired. */
export async function keptStep(): Promise<KeptStep | null> {
  const { settings } = services();
  return openStep(settings, (await cookies()).get(stepCookieName(settings))?.value);
}

/** Only in server actions and route handlers. */
export async function forgetStep(): Promise<void> {
  const { settings } = services();
  (await cookies()).set(stepCookieName(settings), "", { ...stepCookieOptions(settings), maxAge: 0 });
}
