"use client";

import { useTranslations } from "next-intl";
import { fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { useTRPCClient } from "@/app/_trpc/client";
import { signInAgain } from "@/app/(app)/dashboard/(settings)/settings/(profile)/sign-in-again";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import { limits } from "@/drizzle/schema/limits";

const idOf = (path: string) => `factor-proof-${path}`;

/** What someone does before they may change their second factors: type a code, or, where they have none, sign in again. */
export function FactorProof({ needed }: { needed: "FACTOR" | "SIGN_IN" }) {
  const t = useTranslations("settings.secondFactor");
  if (needed === "FACTOR") return <CodeForm />;
  return (
    <form action={signInAgain} className="flex flex-col items-start gap-3">
      <p className="text-muted">{t("signInText")}</p>
      <Button type="submit">{t("signIn")}</Button>
    </form>
  );
}

function CodeForm() {
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
      <p className="text-muted">{t("proof")}</p>
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
