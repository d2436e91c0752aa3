"use client";

import { useActionState } from "react";
import { TextLink } from "@/app/_kit/ui/text-link";
import { Problem } from "@/app/(account)/_signin/message";
import { PasswordField } from "@/app/(account)/_signin/password-field";
import { SubmitButton } from "@/app/(account)/_signin/submit-button";
import { confirmAccount } from "@/app/(account)/login/confirm/actions";
import type { ConfirmState } from "@/app/(account)/login/confirm/confirm-state";

type Words = Record<"password" | "showPassword" | "submit" | "forgot", string>;

/** The password that makes a company's account one's own. Also works as a plain form. */
export function ConfirmForm({ email, words }: { email: string; words: Words }) {
  const [state, act] = useActionState<ConfirmState, FormData>(confirmAccount, {});
  return (
    <form action={act} noValidate className="flex flex-col gap-4">
      {state.problem ? <Problem>{state.problem}</Problem> : null}
      {/* For password managers. */}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <PasswordField
        id="password"
        label={words.password}
        showLabel={words.showPassword}
        name="password"
        autoComplete="current-password"
        error={state.passwordError}
        autoFocus
        required
      />
      <SubmitButton intent="confirm" variant="primary">
        {words.submit}
      </SubmitButton>
      <TextLink href="/forgot-password" className="self-center">
        {words.forgot}
      </TextLink>
    </form>
  );
}
