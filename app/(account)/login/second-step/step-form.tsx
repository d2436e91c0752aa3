"use client";

import { useActionState, useEffect, useRef } from "react";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { Problem } from "@/app/(account)/_signin/message";
import { SubmitButton } from "@/app/(account)/_signin/submit-button";
import { proveStep } from "@/app/(account)/login/second-step/actions";
import type { StepState } from "@/app/(account)/login/second-step/step-state";
import { limits } from "@/drizzle/schema/limits";

type Words = Record<"code" | "submit", string>;

/** The code of an authenticator app, or a recovery code. Also works as a plain form. */
export function StepForm({ isRecovery, words }: { isRecovery: boolean; words: Words }) {
  const [state, act] = useActionState<StepState, FormData>(proveStep, {});
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (state.codeError) form.current?.querySelector<HTMLInputElement>("input[name=code]")?.focus();
  }, [state]);

  return (
    <form ref={form} action={act} noValidate className="flex flex-col gap-4">
      {state.problem ? <Problem>{state.problem}</Problem> : null}
      <Field id="code" label={words.code} error={state.codeError}>
        <Input
          name="code"
          autoComplete="one-time-code"
          inputMode={isRecovery ? "text" : "numeric"}
          maxLength={limits.factorCode}
          autoCapitalize={isRecovery ? "characters" : "none"}
          spellCheck={false}
          autoFocus
          required
        />
      </Field>
      <SubmitButton intent="code" variant="primary">
        {words.submit}
      </SubmitButton>
    </form>
  );
}
