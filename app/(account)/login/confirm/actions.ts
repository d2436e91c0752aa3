"use server";

import { redirect } from "next/navigation";
import { after } from "next/server";
import { getTranslations } from "next-intl/server";
import { formText } from "@/app/(account)/_signin/form-text";
import { tooManyTries } from "@/app/(account)/_signin/wait-words";
import type { ConfirmState } from "@/app/(account)/login/confirm/confirm-state";
import { services } from "@/server/kernel/process";
import { enterSession, thisBrowser } from "@/server/signin/browser-session";
import { confirmLink } from "@/server/signin/connections/confirm-link";
import { forgetLink, keptLink } from "@/server/signin/connections/kept-link";
import { confirmPath } from "@/server/signin/connections/pending-link";

/** Links the company's account to the person whose password it is, and signs in. */
export async function confirmAccount(_before: ConfirmState, form: FormData): Promise<ConfirmState> {
  const [link, t] = await Promise.all([keptLink(), getTranslations("login")]);
  const password = formText(form, "password");
  if (link && password === "") return { passwordError: t("passwordNeeded") };
  const confirmed = link && (await confirmLink(services(), link, password, await thisBrowser(), after));
  if (confirmed?.ok) {
    await forgetLink();
    redirect(await enterSession(confirmed, confirmed.returnTo));
  }
  if (confirmed?.reason === "throttled") return { problem: tooManyTries(t, confirmed.retryAfterSeconds) };
  if (confirmed?.reason === "credentials") return { problem: t("wrongCredentials") };
  // The page says that it is over.
  await forgetLink();
  redirect(confirmPath);
}
