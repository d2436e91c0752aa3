import { useTranslations } from "next-intl";
import { usePageErrorWords } from "@/app/_i18n/error-words";
import type { DecisionResult } from "@/app/(app)/dashboard/(team)/approvals/decisions/decision-store";
import { conflictOf } from "@/app/(app)/dashboard/(team)/approvals/decisions/decision-store";

/** The text in a row about a failed decision. */
export function useEndWords(): (end: DecisionResult) => string {
  const t = useTranslations("approvals.ends");
  const errorWords = usePageErrorWords();
  return (end) => {
    if (end.kind === "done") return "";
    if (end.kind === "unsent") return t(`unsent.${end.decision.action}`);
    const standing = conflictOf(end);
    if (!standing) {
      const { name, description, ownWords } = errorWords({ ...end.refusal, isExact: true });
      return ownWords ?? description ?? name ?? end.refusal.name;
    }
    const { state, by } = standing;
    if (state === "CHANGED" || state === "KEPT" || state === "ANSWERED") return t(state);
    return t(state, { known: by ? "yes" : "no", by: by ?? "" });
  };
}
