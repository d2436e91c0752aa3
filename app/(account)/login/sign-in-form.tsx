"use client";

import { useActionState, useEffect, useRef } from "react";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { TextLink } from "@/app/_kit/ui/text-link";
import { Done, Problem } from "@/app/(account)/_signin/message";
import { PasswordField } from "@/app/(account)/_signin/password-field";
import { SubmitButton } from "@/app/(account)/_signin/submit-button";
import { signIn } from "@/app/(account)/login/actions";
import type { SignInState } from "@/app/(account)/login/sign-in-state";

/** Where the user continues typing: the address when it is missing, else the password. */
const wrongField = ({ emailError, passwordError, problem }: SignInState) =>
  emailError ? "email" : passwordError || problem ? "password" : null;

type Words = Record<"email" | "password" | "showPassword" | "signIn" | "mailLink" | "forgot", string>;

/**
 * E-mail and password, or a link by mail. Also works as a plain form. Its messages are passed as props: the page carries no others.
 * @param next the destination after signing in
 */
export function SignInForm({ next, words }: { next: string; words: Words }) {
  const [state, act] = useActionState<SignInState, FormData>(signIn, { email: "" });
  const form = useRef<HTMLFormElement>(null);
  const wrong = wrongField(state);

  useEffect(() => {
    const name = wrongField(state);
    if (name) form.current?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.focus();
  }, [state]);

  return (
    <form ref={form} action={act} noValidate className="flex flex-col gap-4">
      <input type="hidden" name="next" value={next} />
      {state.problem ? <Problem>{state.problem}</Problem> : null}
      <Done>{state.done}</Done>
      <Field id="email" label={words.email} error={state.emailError}>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={state.email}
          // Without JavaScript nothing else can move the focus there.
          autoFocus={wrong === "email"}
          autoCapitalize="none"
          required
        />
      </Field>
      <PasswordField
        id="password"
        label={words.password}
        showLabel={words.showPassword}
        name="password"
        autoComplete="current-password"
        error={state.passwordError}
        autoFocus={wrong === "password"}
        required
      />
      <SubmitButton intent="password" variant="primary">
        {words.signIn}
      </SubmitButton>
      <SubmitButton intent="link">{words.mailLink}</SubmitButton>
      <TextLink href="/forgot-password" className="self-center">
        {words.forgot}
      </TextLink>
    </form>
  );
}
