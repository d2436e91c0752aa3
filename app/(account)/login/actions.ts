"use server";

import { redirect } from "next/navigation";
import { after } from "next/server";
import { getTranslations } from "next-intl/server";
import { formText } from "@/app/(account)/_signin/form-text";
import { type LoginWords, tooManyTries } from "@/app/(account)/_signin/wait-words";
import type { SignInState } from "@/app/(account)/login/sign-in-state";
import { typedAddress } from "@/server/kernel/mail/email-address";
import { services } from "@/server/kernel/process";
import { enterSession, keepChoice, thisBrowser } from "@/server/signin/browser-session";
import { requestMail } from "@/server/signin/request-mail";
import { returnPath } from "@/server/signin/return-path";
import { signInWithPassword } from "@/server/signin/sign-in-with-password";
import { choicePath } from "@/server/signin/workspace-choice";

/** The only form of the sign-in page: by password, or by a link mailed to the address. */
export async function signIn(_before: SignInState, form: FormData): Promise<SignInState> {
  const t = await getTranslations("login");
  const email = typedAddress(formText(form, "email"));
  const next = returnPath(formText(form, "next"));
  if (email === "") return { email, emailError: t("emailNeeded") };
  if (formText(form, "intent") === "link") return sendLink(t, email, next);
  const password = formText(form, "password");
  if (password === "") return { email, passwordError: t("passwordNeeded") };
  return checkPassword(t, email, password, next);
}

async function checkPassword(
  t: LoginWords,
  email: string,
  password: string,
  next: string,
): Promise<SignInState> {
  const result = await signInWithPassword(services(), { email, password }, await thisBrowser(), after);
  if (result.ok) {
    await enterSession(result);
    redirect(next);
  }
  if (result.reason === "choose") {
    await keepChoice(result.proof, next);
    redirect(choicePath);
  }
  // The same for an unknown address and a wrong password.
  const problem =
    result.reason === "throttled" ? tooManyTries(t, result.retryAfterSeconds) : t("wrongCredentials");
  return { email, problem };
}

async function sendLink(t: LoginWords, email: string, next: string): Promise<SignInState> {
  const { ip, devices } = await thisBrowser();
  const request = { email, ip, devices, returnTo: next, later: after };
  const taken = await requestMail(services(), "MAGIC_LINK", request);
  // The same for a known and an unknown address.
  return taken.ok
    ? { email, done: t("mailSent", { email }) }
    : { email, problem: tooManyTries(t, taken.retryAfterSeconds) };
}
