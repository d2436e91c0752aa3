"use server";

import { redirect } from "next/navigation";
import { after } from "next/server";
import { formText } from "@/app/(web)/_signin/form-text";
import { tooManyTries } from "@/app/(web)/_signin/wait-words";
import { mailSent, type SignInState, wrongCredentials } from "@/app/(web)/login/sign-in-state";
import { services } from "@/server/kernel/process";
import { enterSession, thisBrowser } from "@/server/signin/browser-session";
import { requestMail } from "@/server/signin/request-mail";
import { returnPath } from "@/server/signin/return-path";
import { signInWithPassword } from "@/server/signin/sign-in-with-password";

const missingEmail = "Enter your e-mail address.";
const missingPassword = "Enter your password.";

/** The one form of the sign-in page: by password, or by a link that is sent to the address. */
export async function signIn(_before: SignInState, form: FormData): Promise<SignInState> {
  const email = formText(form, "email").trim();
  const next = returnPath(formText(form, "next"));
  if (email === "") return { email, emailError: missingEmail };
  if (formText(form, "intent") === "link") return sendLink(email, next);
  const password = formText(form, "password");
  if (password === "") return { email, passwordError: missingPassword };
  return checkPassword(email, password, next);
}

async function checkPassword(email: string, password: string, next: string): Promise<SignInState> {
  const result = await signInWithPassword(services(), { email, password }, await thisBrowser());
  if (result.ok) {
    await enterSession(result.session);
    redirect(next);
  }
  const problem = result.reason === "throttled" ? tooManyTries(result.retryAfterSeconds) : wrongCredentials;
  return { email, problem };
}

async function sendLink(email: string, next: string): Promise<SignInState> {
  const { ip } = await thisBrowser();
  const taken = await requestMail(services(), "MAGIC_LINK", { email, ip, returnTo: next, later: after });
  return taken.ok
    ? { email, done: mailSent(email) }
    : { email, problem: tooManyTries(taken.retryAfterSeconds) };
}
