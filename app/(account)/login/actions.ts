"use server";

import { redirect } from "next/navigation";
import { after } from "next/server";
import { getTranslations } from "next-intl/server";
import { formText } from "@/app/(account)/_signin/form-text";
import { type LoginWords, tooManyTries } from "@/app/(account)/_signin/wait-words";
import type { ConnectionLink, SignInState } from "@/app/(account)/login/sign-in-state";
import { typedAddress } from "@/server/kernel/mail/email-address";
import { services } from "@/server/kernel/process";
import {
  findActive,
  findOffered,
  type OfferedConnection,
} from "@/server/modules/workspace/connections/find-offered";
import { enterSession, keepChoice, thisBrowser } from "@/server/signin/browser-session";
import { startPath } from "@/server/signin/connections/start-connection-sign-in";
import { requestMail } from "@/server/signin/request-mail";
import { returnPath } from "@/server/signin/return-path";
import { signInWithPassword } from "@/server/signin/sign-in-with-password";
import { choicePath } from "@/server/signin/workspace-choice";

/** The only form of the sign-in page: the address first, then a password, or a link mailed to the address. */
export async function signIn(_before: SignInState, form: FormData): Promise<SignInState> {
  const t = await getTranslations("login");
  const email = typedAddress(formText(form, "email"));
  const next = returnPath(formText(form, "next"));
  const password = formText(form, "password");
  // A password manager may fill in both at once.
  const isFirst = formText(form, "step") === "address" && password === "";
  if (email === "") return { email, connections: isFirst ? null : [], emailError: t("emailNeeded") };
  if (!email.includes("@")) return { email, connections: isFirst ? null : [], emailError: t("emailWrong") };
  const state = { email, connections: await connectionsOf(t, email, next) };
  if (isFirst) return state;
  if (formText(form, "intent") === "link") return { ...state, ...(await sendLink(t, email, next)) };
  if (password === "") return { ...state, passwordError: t("passwordNeeded") };
  return { ...state, ...(await checkPassword(t, email, password, next)) };
}

/** What the address's domain uses: the same for every address of it, used or not (decision 2.10). */
async function connectionsOf(t: LoginWords, email: string, next: string): Promise<ConnectionLink[]> {
  return linksTo(t, await findOffered(services().db, email), email, next);
}

const linksTo = (
  t: LoginWords,
  connections: readonly OfferedConnection[],
  email: string,
  returnTo: string,
): ConnectionLink[] =>
  connections.map((one) => ({
    label: t("continueWith", { provider: one.name }),
    href: startPath(one, { returnTo, email }),
  }));

async function checkPassword(
  t: LoginWords,
  email: string,
  password: string,
  next: string,
): Promise<Partial<SignInState>> {
  const result = await signInWithPassword(services(), { email, password }, await thisBrowser(), after);
  if (result.ok || result.reason === "factor") redirect(await enterSession(result, next));
  if (result.reason === "choose") {
    await keepChoice(result.proof, next);
    redirect(choicePath);
  }
  // A person who has proven their password may learn that it opens nothing any more.
  if (result.reason === "closed") {
    const { workspaceId, workspaceName: workspace } = result.person;
    const active = await findActive(services().db, workspaceId);
    return {
      problem: t("closed", { workspace }),
      connections: linksTo(t, active, email, next),
      isClosed: true,
    };
  }
  // The same for an unknown address and a wrong password.
  const problem =
    result.reason === "throttled" ? tooManyTries(t, result.retryAfterSeconds) : t("wrongCredentials");
  return { problem };
}

async function sendLink(t: LoginWords, email: string, next: string): Promise<Partial<SignInState>> {
  const { ip, devices } = await thisBrowser();
  const request = { email, ip, devices, returnTo: next, later: after };
  const taken = await requestMail(services(), "MAGIC_LINK", request);
  // The same for a known and an unknown address.
  return taken.ok
    ? { done: t("mailSent", { email }) }
    : { problem: tooManyTries(t, taken.retryAfterSeconds) };
}
