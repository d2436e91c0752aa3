"use server";

import { after } from "next/server";
import { getTranslations } from "next-intl/server";
import { formText } from "@/app/(account)/_signin/form-text";
import { tooManyTries } from "@/app/(account)/_signin/wait-words";
import { typedAddress } from "@/server/kernel/mail/email-address";
import { services } from "@/server/kernel/process";
import { thisBrowser } from "@/server/signin/browser-session";
import { requestMail } from "@/server/signin/request-mail";

export interface ForgotState {
  email: string;
  emailError?: string;
  problem?: string;
  done?: string;
}

/** Mails a link to choose a new password; the answer does not reveal whether the address belongs to an account. */
export async function askForReset(_before: ForgotState, form: FormData): Promise<ForgotState> {
  const t = await getTranslations("login");
  const email = typedAddress(formText(form, "email"));
  if (email === "") return { email, emailError: t("emailNeeded") };
  const { ip, devices } = await thisBrowser();
  const request = { email, ip, devices, returnTo: null, later: after };
  const taken = await requestMail(services(), "PASSWORD_RESET", request);
  if (!taken.ok) return { email, problem: tooManyTries(t, taken.retryAfterSeconds) };
  return { email, done: t("reset.sent", { email }) };
}
