"use server";

import { redirect } from "next/navigation";
import { after } from "next/server";
import { getTranslations } from "next-intl/server";
import { formText } from "@/app/(account)/_signin/form-text";
import { tooManyTries } from "@/app/(account)/_signin/wait-words";
import type { StepState } from "@/app/(account)/login/second-step/step-state";
import { services } from "@/server/kernel/process";
import { enterSession, thisBrowser } from "@/server/signin/browser-session";
import { completeStep } from "@/server/signin/factors/complete-step";
import { forgetStep, keptStep } from "@/server/signin/factors/kept-step";
import { stepPath } from "@/server/signin/factors/step-cookie";
import { PasskeyAnswer } from "@/server/signin/passkeys/schema";
import { returnPath } from "@/server/signin/return-path";

/** The browser's step is over: its page says so. */
async function toOver(): Promise<never> {
  await forgetStep();
  redirect(stepPath);
}

/** Signs in with the code of an authenticator app, or a recovery code. A step that is over leads back to its page, which says so. */
export async function proveStep(_before: StepState, form: FormData): Promise<StepState> {
  const [kept, t] = await Promise.all([keptStep(), getTranslations("login")]);
  const code = formText(form, "code").trim();
  if (kept && code === "") return { codeError: t("step.codeNeeded") };
  if (kept) {
    const completed = await completeStep(services(), kept.secret, code, await thisBrowser(), after);
    if (completed.ok) {
      await forgetStep();
      redirect(await enterSession(completed, returnPath(kept.returnTo)));
    }
    if (completed.reason === "throttled") return { problem: tooManyTries(t, completed.retryAfterSeconds) };
    if (completed.reason === "wrong") return { codeError: t("step.wrong") };
  }
  return toOver();
}

/** Signs in with what a passkey answered. @param answer untrusted */
export async function proveStepWithPasskey(answer: unknown): Promise<{ problem: string }> {
  const [kept, t] = await Promise.all([keptStep(), getTranslations("login")]);
  const { data } = PasskeyAnswer.safeParse(answer);
  if (kept && !data) return { problem: t("step.passkeyWrong") };
  if (kept && data) {
    const completed = await completeStep(services(), kept.secret, data, await thisBrowser(), after);
    if (completed.ok) {
      await forgetStep();
      redirect(await enterSession(completed, returnPath(kept.returnTo)));
    }
    if (completed.reason === "throttled") return { problem: tooManyTries(t, completed.retryAfterSeconds) };
    if (completed.reason === "wrong") return { problem: t("step.passkeyWrong") };
  }
  return toOver();
}
