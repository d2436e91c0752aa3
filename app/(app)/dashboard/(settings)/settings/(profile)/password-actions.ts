"use server";

import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { formText } from "@/app/(account)/_signin/form-text";
import { tooManyTries } from "@/app/(account)/_signin/wait-words";
import { ctxFor } from "@/server/access/ctx";
import { passwordChangeEffects } from "@/server/api/password-change";
import { ApiError } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import { services } from "@/server/kernel/process";
import { keepDevice } from "@/server/signin/browser-session";
import { changePassword, type PasswordChangeResult } from "@/server/signin/change-password";
import { currentActor } from "@/server/signin/session";

export interface PasswordState {
  currentError?: string;
  passwordError?: string;
  problem?: string;
  done?: string;
}

/** Changes the signed-in user's password. This browser stays signed in and recognised. */
export async function changeOwnPassword(_before: PasswordState, form: FormData): Promise<PasswordState> {
  const found = await currentActor();
  if (!found) redirect("/login?next=%2Fdashboard%2Fsettings&ended=1");
  const [t, login] = await Promise.all([getTranslations("settings.password"), getTranslations("login")]);
  const input = { current: formText(form, "current"), password: formText(form, "password") };
  if (input.current === "") return { currentError: t("currentNeeded") };
  const ctx = ctxFor(services(), found.actor, newRequestId());
  let result: PasswordChangeResult;
  try {
    result = await changePassword(ctx, input, passwordChangeEffects);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "VALIDATION_ERROR") throw error;
    return { passwordError: t(input.password.length < 100 ? "tooShort" : "tooLong") };
  }
  if (result.ok) {
    await keepDevice(found.actor, result.at);
    return { done: t("done") };
  }
  return result.reason === "throttled"
    ? { problem: tooManyTries(login, result.retryAfterSeconds) }
    : { currentError: t("wrong") };
}
