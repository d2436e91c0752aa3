"use server";

import { redirect } from "next/navigation";
import { faultWords } from "@/app/(account)/_signin/fault-words";
import { formText } from "@/app/(account)/_signin/form-text";
import { passwordChangeEffects } from "@/server/api/password-change";
import { ApiError } from "@/server/kernel/errors";
import { services } from "@/server/kernel/process";
import { nullIfClosed } from "@/server/modules/workspace/sign-in-policy/require-open-sign-in";
import { enterSession, thisBrowser } from "@/server/signin/browser-session";
import { resetPassword } from "@/server/signin/reset-password";
import { startFirstSession } from "@/server/signin/start-first-session";
import { peekToken } from "@/server/signin/tokens";

export interface ResetState {
  passwordError?: string;
}

async function faultOf(error: unknown): Promise<string | undefined> {
  const found = error instanceof ApiError ? error.more.details?.fields?.[0] : undefined;
  return found && (await faultWords())(found);
}

/** Sets the password and leads to the sign-in page, an invited person to Today; a link that is no longer valid leads back to its page, which says so. */
export async function chooseNewPassword(_before: ResetState, form: FormData): Promise<ResetState> {
  const input = { token: formText(form, "token"), password: formText(form, "password") };
  let isChanged: boolean;
  const person = await peekToken(services(), input.token, "PASSWORD_RESET");
  try {
    isChanged = await resetPassword(services(), input, passwordChangeEffects);
  } catch (error) {
    const passwordError = await faultOf(error);
    if (!passwordError) throw error;
    return { passwordError };
  }
  if (!isChanged) redirect(`/reset-password?${new URLSearchParams({ token: input.token })}`);
  if (!person?.isNew) redirect("/login?changed=1");
  // The link and the new password prove who they are: an invited person begins at once.
  const entered = await startFirstSession(services(), person, await thisBrowser()).catch(nullIfClosed);
  if (!entered) redirect("/login?error=ConnectionsOnly");
  redirect(await enterSession(entered, "/dashboard?welcome=1"));
}
