"use client";

import { useTranslations } from "next-intl";
import { answerWithPasskey, passkeyFault } from "@/app/_kit/form/passkeys";
import { useCall } from "@/app/_kit/form/use-call";
import { fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { signInAgain } from "@/app/(app)/dashboard/(settings)/settings/(profile)/sign-in-again";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import { limits } from "@/drizzle/schema/limits";
import type { FactorKind } from "@/drizzle/schema/values";

const idOf = (path: string) => `factor-proof-${path}`;

type Props = { needed: "FACTOR" | "SIGN_IN"; kinds: readonly FactorKind[] };

/** What someone does before they may change their second factors: use one, or, where they have none, sign in again. */
export function FactorProof({ needed, kinds }: Props) {
  const t = useTranslations("settings.secondFactor");
  const hasPasskey = kinds.includes("PASSKEY");
  if (needed === "FACTOR")
    return (
      <>
        {hasPasskey ? <UsePasskey /> : null}
        <CodeForm text={t(kinds.includes("APP") ? "proof" : "recoveryProof")} />
      </>
    );
  return (
    <form action={signInAgain} className="flex flex-col items-start gap-3">
      <p className="text-muted">{t("signInText")}</p>
      <Button type="submit">{t("signIn")}</Button>
    </form>
  );
}

function UsePasskey() {
  const t = useTranslations("settings.secondFactor");
  const calls = useTRPCClient();
  const saved = useSaved();
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
    { onDone: (isProven) => (isProven ? saved(t("passkeyProven")) : undefined) },
  );
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-muted">{t("passkeyProof")}</p>
      {error ? <ErrorPanel error={error} /> : null}
      <Button pending={isPending} onClick={() => void send()}>
        {t("usePasskey")}
      </Button>
    </div>
  );
}

function CodeForm({ text }: { text: string }) {
  const t = useTranslations("settings.secondFactor");
  const calls = useTRPCClient();
  const saved = useSaved();
  const form = useForm<{ code: string }>(
    { code: "" },
    {
      read: ({ code }) =>
        code.trim() === ""
          ? { faults: [{ path: "code", message: t("proofNeeded") }] }
          : { output: { code: code.trim() } },
      fieldOf: fieldAmong(["code"]),
      idOf,
      isForgotten: true,
      save: async (output) => {
        await calls.secondFactors.verify.mutate(output);
        saved(t("proven"));
      },
    },
  );
  return (
    <form onSubmit={form.submit} noValidate autoComplete="off" className="flex flex-col items-start gap-3">
      <p className="text-muted">{text}</p>
      <Field
        id={idOf("code")}
        label={t("proofCode")}
        error={form.errorAt("code")}
        required
        className="w-full sm:max-w-72"
      >
        <Input
          {...form.bind("code")}
          autoComplete="one-time-code"
          maxLength={limits.factorCode}
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <Button type="submit" pending={form.isSaving}>
        {t("prove")}
      </Button>
    </form>
  );
}
