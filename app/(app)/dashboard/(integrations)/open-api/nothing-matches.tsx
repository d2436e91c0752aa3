"use client";

import { useTranslations } from "next-intl";
import type { Wanted } from "@/app/_kit/list/list-record";
import { Button } from "@/app/_kit/ui/button";
import { EmptyState } from "@/app/_kit/ui/empty-state";

type Props = { of: "keys" | "webhooks"; count: number; wanted: Wanted };

/** The empty state for keys or webhooks when none of `count` matches. Revoked ones are hidden by default. */
export function NothingMatches({ of, count, wanted }: Props) {
  const t = useTranslations(of);
  const { q, chosen, isUnset, show } = wanted;
  if (isUnset)
    return (
      <EmptyState
        title={t("list.noCurrent")}
        actions={<Button onClick={() => show({ status: "revoked" })}>{t("list.showRevoked")}</Button>}
      >
        {t("list.revokedStay", { count })}
      </EmptyState>
    );
  const status = chosen.status ?? "";
  return (
    <EmptyState title={t("list.noMatch")} actions={<Button onClick={() => show()}>{t("list.clear")}</Button>}>
      {q ? t("list.filteredByText", { text: q, status }) : t("list.filteredByStatus", { status })}
    </EmptyState>
  );
}
