"use client";

import { useLocale } from "next-intl";
import { useEffect, useState } from "react";
import { AddMessages } from "@/app/_i18n/add-messages";
import { type Language, languageOf } from "@/app/_i18n/languages";
import type { Messages } from "@/app/_i18n/message-types";
import { useLoaded } from "@/app/_kit/ui/use-loaded";
import { askForProofBy } from "@/app/_trpc/ask-again";
import { calls } from "@/app/_trpc/client";
import type { FactorKind } from "@/drizzle/schema/values";

/** The dialog with its words: few visits need them. */
async function loadDialog(language: Language) {
  const [{ ProofDialog }, words] = await Promise.all([
    import("@/app/(app)/dashboard/_shell/proof/proof-dialog"),
    import(`@/app/_i18n/messages/${language}/proof.json`) as Promise<{ default: Messages["proof"] }>,
  ]);
  return { ProofDialog, messages: { proof: words.default } };
}

interface Question {
  kinds: FactorKind[];
  answer(isProven: boolean): void;
}

/** Once in the dashboard: asks for a second factor when a call is refused because its proof is too old (decision 2.19). */
export function AskAgain() {
  const language = languageOf[useLocale()];
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(
    () =>
      askForProofBy(async () => {
        const { factors } = await calls.secondFactors.list.query();
        return new Promise((answer) => setQuestion({ kinds: factors.map(({ kind }) => kind), answer }));
      }),
    [],
  );
  const end = (isProven: boolean) => {
    question?.answer(isProven);
    setQuestion(null);
  };
  const loaded = useLoaded(
    () => loadDialog(language),
    question !== null,
    () => end(false),
  );
  if (!question || !loaded) return null;
  return (
    <AddMessages messages={loaded.messages}>
      <loaded.ProofDialog kinds={question.kinds} onEnd={end} />
    </AddMessages>
  );
}
