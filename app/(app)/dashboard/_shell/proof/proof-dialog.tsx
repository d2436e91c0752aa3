"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Dialog } from "@/app/_kit/ui/dialog";
import { CodeForm, UsePasskey } from "@/app/(app)/dashboard/_shell/proof/factor-parts";
import type { FactorKind } from "@/drizzle/schema/values";

type Props = { kinds: readonly FactorKind[]; onEnd: (isProven: boolean) => void };

/** Asks for a second factor before a sensitive act, which is then carried out. */
export function ProofDialog({ kinds, onEnd }: Props) {
  const t = useTranslations("proof");
  const passkey = useRef<HTMLButtonElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const hasPasskey = kinds.includes("PASSKEY");
  const onProven = () => onEnd(true);
  return (
    <Dialog
      open
      size="sm"
      title={t("title")}
      description={t("text")}
      onOpenChange={() => onEnd(false)}
      initialFocus={hasPasskey ? passkey : code}
    >
      <div className="flex flex-col gap-4">
        {hasPasskey ? <UsePasskey ref={passkey} onProven={onProven} /> : null}
        <CodeForm
          inDialog
          ref={code}
          text={t(kinds.includes("APP") ? (hasPasskey ? "orCode" : "byCode") : "orRecoveryCode")}
          onProven={onProven}
        />
      </div>
    </Dialog>
  );
}
