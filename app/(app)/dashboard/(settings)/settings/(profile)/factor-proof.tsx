"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { signInAgain } from "@/app/(account)/login/sign-in-again";
import { CodeForm, UsePasskey } from "@/app/(app)/dashboard/_shell/proof/factor-parts";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import { paths } from "@/app/paths";
import type { FactorKind } from "@/drizzle/schema/values";

type Props = { needed: "FACTOR" | "SIGN_IN"; kinds: readonly FactorKind[] };

/** What someone does before they may change their second factors: use one, or, where they have none, sign in again. */
export function FactorProof({ needed, kinds }: Props) {
  const t = useTranslations("settings.secondFactor");
  const saved = useSaved();
  if (needed === "FACTOR")
    return (
      <>
        {kinds.includes("PASSKEY") ? (
          <UsePasskey text={t("passkeyProof")} onProven={() => saved(t("passkeyProven"))} />
        ) : null}
        <CodeForm
          text={t(kinds.includes("APP") ? "proof" : "recoveryProof")}
          onProven={() => saved(t("proven"))}
        />
      </>
    );
  return (
    <form action={signInAgain} className="flex flex-col items-start gap-3">
      <input type="hidden" name="next" value={paths.settings} />
      <p className="text-muted">{t("signInText")}</p>
      <Button type="submit">{t("signIn")}</Button>
    </form>
  );
}
