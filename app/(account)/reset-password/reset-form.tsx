"use client";

import { useActionState, useEffect, useRef } from "react";
import { PasswordField } from "@/app/(account)/_signin/password-field";
import { SubmitButton } from "@/app/(account)/_signin/submit-button";
import { chooseNewPassword, type ResetState } from "@/app/(account)/reset-password/actions";

type Words = Record<"newPassword" | "showPassword" | "rule" | "submit", string>;

/** The new password. Its messages are passed as props: the page carries no others. */
export function ResetForm({ token, email, words }: { token: string; email: string; words: Words }) {
  const [state, act] = useActionState<ResetState, FormData>(chooseNewPassword, {});
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (state.passwordError) form.current?.querySelector<HTMLInputElement>("input[name=password]")?.focus();
  }, [state]);

  return (
    <form ref={form} action={act} noValidate className="flex flex-col gap-4">
      <input type="hidden" name="token" value={token} />
      {/* Associates the password with an account, for password managers. */}
      <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        id="password"
        label={words.newPassword}
        showLabel={words.showPassword}
        name="password"
        autoComplete="new-password"
        help={words.rule}
        error={state.passwordError}
        required
      />
      <SubmitButton intent="change" variant="primary">
        {words.submit}
      </SubmitButton>
    </form>
  );
}
