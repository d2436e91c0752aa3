import { useTranslations } from "next-intl";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { ReferenceLink } from "@/app/(app)/dashboard/(integrations)/open-api/reference-link";
import type { ErrorSpan } from "@/server/modules/integrations/request-log/schema";

type Props = {
  range: ErrorSpan;
  /** How many groups the filter for new ones hides. */
  seenBefore: number;
  /** Set when the filter shows only errors newer than this. */
  visitedAt: Date | null;
  allHref: string;
};

/** The empty state: no errors at all, or no new ones. */
export function NoErrors({ range, seenBefore, visitedAt, allHref }: Props) {
  const t = useTranslations("errors");
  if (seenBefore === 0)
    return (
      <EmptyState title={t(`none.${range}`)} actions={<ReferenceLink page="errors" />}>
        {t("noneText")}
      </EmptyState>
    );
  return (
    <EmptyState
      title={visitedAt ? t("noneSinceVisit") : t("noneNew")}
      actions={<LinkButton href={allHref}>{t("showAll")}</LinkButton>}
    >
      {visitedAt
        ? t.rich("noneSinceVisitText", { at: () => <RelativeTime at={visitedAt} /> })
        : t(`noneNewIn.${range}`, { count: seenBefore })}
    </EmptyState>
  );
}
