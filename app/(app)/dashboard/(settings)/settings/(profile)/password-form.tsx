"use client";

import { useTranslations } from "next-intl";
import { useActionState, useEffect, useRef } from "react";
import { useFormStatus } from "react-dom";
import { Button } from "@/app/_kit/ui/button";
import { Done, Problem } from "@/app/(account)/_signin/message";
import { PasswordField } from "@/app/(account)/_signin/password-field";
import {
  changeOwnPassword,
  type PasswordState,
} from "@/app/(app)/dashboard/(settings)/settings/(profile)/password-actions";

const wrongField = ({ currentError, passwordError }: PasswordState) =>
  currentError ? "current" : passwordError ? "password" : null;

/** Current and new password. Works as a plain form, too. */
export function PasswordForm({ email }: { email: string }) {
  const t = useTranslations("settings.password");
  const [state, act] = useActionState<PasswordState, FormData>(changeOwnPassword, {});
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const name = wrongField(state);
    if (name) form.current?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.focus();
  }, [state]);

  return (
    <form ref={form} action={act} noValidate className="flex flex-col items-start gap-4">
      {state.problem ? <Problem>{state.problem}</Problem> : null}
      <Done>{state.done}</Done>
      {/* Tells password managers which account this is. */}
      <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
      <div className="flex w-full flex-col gap-4 sm:max-w-sm">
        <PasswordField
          id="current-password"
          label={t("current")}
          showLabel={t("show")}
          name="current"
          autoComplete="current-password"
          error={state.currentError}
          required
        />
        <PasswordField
          id="new-password"
          label={t("new")}
          showLabel={t("show")}
          name="password"
          autoComplete="new-password"
          help={t("rule")}
          error={state.passwordError}
          required
        />
      </div>
      <Submit>{t("change")}</Submit>
    </form>
  );
}

function Submit({ children }: { children: string }) {
  const { pending } = useFormStatus();
  return (
    <Button type="submit" variant="primary" pending={pending}>
      {children}
    </Button>
  );
}
