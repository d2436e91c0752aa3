"use client";

import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { DialogButtons } from "@/app/_kit/form/form-buttons";
import { answerWithPasskey, passkeyFault } from "@/app/_kit/form/passkeys";
import { useCall } from "@/app/_kit/form/use-call";
import { fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { limits } from "@/drizzle/schema/limits";

type PasskeyProps = { onProven: () => void; text?: string; ref?: RefObject<HTMLButtonElement | null> };

/** A button that proves one of the person's passkeys. */
export function UsePasskey({ onProven, text, ref }: PasskeyProps) {
  const t = useTranslations("proof");
  const calls = useTRPCClient();
  const toast = useToast();
  const { send, error, isPending } = useCall(
    async () => {
      const answer = await answerWithPasskey(await calls.secondFactors.requestPasskey.mutate()).catch(
        (failed: unknown) => {
          const fault = passkeyFault(failed);
          if (fault === null) throw failed;
          toast.error(t(`passkey${fault}`));
          return null;
        },
      );
      if (answer) await calls.secondFactors.verifyPasskey.mutate(answer);
      return answer !== null;
    },
    { onDone: (isProven) => (isProven ? onProven() : undefined) },
  );
  return (
    <div className="flex flex-col items-start gap-3">
      {text ? <p className="text-muted">{text}</p> : null}
      {error ? <ErrorPanel error={error} /> : null}
      <Button ref={ref} pending={isPending} onClick={() => void send()}>
        {t("usePasskey")}
      </Button>
    </div>
  );
}

const idOf = (path: string) => `factor-proof-${path}`;

type CodeProps = {
  onProven: () => void;
  text: string;
  /** In a dialog, which it can close. */
  inDialog?: boolean;
  ref?: RefObject<HTMLInputElement | null>;
};

/** A form that proves a code of the person's app, or a recovery code. */
export function CodeForm({ onProven, text, inDialog = false, ref }: CodeProps) {
  const t = useTranslations("proof");
  const calls = useTRPCClient();
  const form = useForm<{ code: string }>(
    { code: "" },
    {
      read: ({ code }) =>
        code.trim() === ""
          ? { faults: [{ path: "code", message: t("codeNeeded") }] }
          : { output: { code: code.trim() } },
      fieldOf: fieldAmong(["code"]),
      idOf,
      isForgotten: true,
      save: async (output) => {
        await calls.secondFactors.verify.mutate(output);
        onProven();
      },
    },
  );
  return (
    <form
      onSubmit={form.submit}
      noValidate
      autoComplete="off"
      className={inDialog ? "flex flex-col gap-4" : "flex flex-col items-start gap-3"}
    >
      <p className="text-muted">{text}</p>
      <Field
        id={idOf("code")}
        label={t("code")}
        error={form.errorAt("code")}
        required
        className="w-full sm:max-w-72"
      >
        <Input
          {...form.bind("code")}
          ref={ref}
          autoComplete="one-time-code"
          maxLength={limits.factorCode}
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      {inDialog ? (
        <DialogButtons submit={t("continue")} pending={form.isSaving} cancel={t("cancel")} />
      ) : (
        <Button type="submit" pending={form.isSaving}>
          {t("continue")}
        </Button>
      )}
    </form>
  );
}
