"use server";

import { redirect } from "next/navigation";
import { after } from "next/server";
import { getTranslations } from "next-intl/server";
import { tooManyTries } from "@/app/(account)/_signin/wait-words";
import { services } from "@/server/kernel/process";
import { enterSession, thisBrowser } from "@/server/signin/browser-session";
import { keptBrowserSecret } from "@/server/signin/connections/kept-browser-secret";
import { PasskeyAnswer } from "@/server/signin/passkeys/schema";
import { signInWithPasskey } from "@/server/signin/passkeys/sign-in-with-passkey";
import { returnPath } from "@/server/signin/return-path";

/**
 * Signs in with what a passkey answered. A refusal says no more than that: an unknown passkey, a removed one and one of someone who may not
 * sign in look alike.
 * @param answer untrusted
 */
export async function enterWithPasskey(answer: unknown, next: string): Promise<{ problem: string }> {
  const t = await getTranslations("login");
  const { data } = PasskeyAnswer.safeParse(answer);
  const secret = await keptBrowserSecret();
  if (!data) return { problem: t("passkey.refused") };
  if (!secret) return { problem: t("passkey.over") };
  const result = await signInWithPasskey(services(), data, secret, await thisBrowser(), after);
  if (result.ok) redirect(await enterSession(result, returnPath(next)));
  switch (result.reason) {
    case "throttled":
      return { problem: tooManyTries(t, result.retryAfterSeconds) };
    case "closed":
      return { problem: t("connectionsOnly") };
    default:
      return { problem: t(`passkey.${result.reason}`) };
  }
}
