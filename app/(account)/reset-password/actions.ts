"use server";

import { redirect } from "next/navigation";
import { formText } from "@/app/(account)/_signin/form-text";
import { passwordChangeEffects } from "@/server/api/password-change";
import { ApiError } from "@/server/kernel/errors";
import { services } from "@/server/kernel/process";
import { resetPassword } from "@/server/signin/reset-password";
import { peekToken } from "@/server/signin/tokens";

export interface ResetState {
  passwordError?: string;
}

const faultOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.more.details?.fields?.[0]?.message : undefined;

/** Sets the password and leads to the sign-in page; a link that is no longer valid leads back to its page, which says so. */
export async function chooseNewPassword(_before: ResetState, form: FormData): Promise<ResetState> {
  const input = { token: formText(form, "token"), password: formText(form, "password") };
  let isChanged: boolean;
  const person = await peekToken(services(), input.token, "PASSWORD_RESET");
  try {
    isChanged = await resetPassword(services(), input, passwordChangeEffects);
  } catch (error) {
    const passwordError = faultOf(error);
    if (!passwordError) throw error;
    return { passwordError };
  }
  const word = person?.isNew ? "ready" : "changed";
  redirect(isChanged ? `/login?${word}=1` : `/reset-password?${new URLSearchParams({ token: input.token })}`);
}
