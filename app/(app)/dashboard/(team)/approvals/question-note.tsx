"use client";

import { MessageCircleQuestion } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/app/_kit/ui/class-names";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import type { Request } from "@/app/(app)/dashboard/(team)/approvals/request";

type Props = Pick<Request, "question"> & {
  /** Shown alone, with the full text. */
  isWhole?: boolean;
};

/** What was asked about a request last, and the answer. */
export function QuestionNote({ question: asked, isWhole = false }: Props) {
  const t = useTranslations("approvals.question");
  if (!asked) return null;
  const { question, askedAt, answer, answeredAt } = asked;
  const lines = cn("min-w-0 wrap-anywhere", isWhole ? "whitespace-pre-line" : "line-clamp-2");
  return (
    <div className="mt-1 flex items-start gap-1.5 font-normal text-muted">
      <MessageCircleQuestion aria-hidden className="mt-0.75 size-3.5 shrink-0" />
      <div className="min-w-0">
        <p className={lines}>
          {t.rich("asked", { when: () => <RelativeTime at={askedAt} />, text: question })}
        </p>
        {answer !== null && answeredAt ? (
          <p className={cn(lines, "text-fg")}>
            {t.rich("answered", { when: () => <RelativeTime at={answeredAt} />, text: answer })}
          </p>
        ) : null}
      </div>
    </div>
  );
}
