"use client";

import { useActionState, useEffect, useRef } from "react";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { TextLink } from "@/app/_kit/ui/text-link";
import { Done, Problem } from "@/app/(account)/_signin/message";
import { SubmitButton } from "@/app/(account)/_signin/submit-button";
import { askForReset, type ForgotState } from "@/app/(account)/forgot-password/actions";

type Props = { words: { email: string; submit: string; back: string } };

/** Requests a link by mail. Its messages are passed as props: the page carries no others. */
export function ForgotForm({ words }: Props) {
  const [state, act] = useActionState<ForgotState, FormData>(askForReset, { email: "" });
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (state.emailError) form.current?.querySelector<HTMLInputElement>("input[name=email]")?.focus();
  }, [state]);

  return (
    <form ref={form} action={act} noValidate className="flex flex-col gap-4">
      {state.problem ? <Problem>{state.problem}</Problem> : null}
      <Done>{state.done}</Done>
      <Field id="email" label={words.email} error={state.emailError}>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={state.email}
          autoCapitalize="none"
          required
        />
      </Field>
      <SubmitButton intent="reset" variant="primary">
        {words.submit}
      </SubmitButton>
      <TextLink href="/login" className="self-center">
        {words.back}
      </TextLink>
    </form>
  );
}
