import { getTranslations } from "next-intl/server";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { Card } from "@/app/_kit/ui/card";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { Answer } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/answer";
import type { LeaveDetails } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";

/** What those who decide asked, with the answers; the person on leave answers here while the leave waits. */
export async function Questions({ leave }: { leave: LeaveDetails }) {
  const { questions, approval, isOwn } = leave;
  if (questions.length === 0) return null;
  const t = await getTranslations("leaves.questions");
  return (
    <Card title={t("title")} titleId="leave-questions">
      <ul className="divide-y divide-line">
        {questions.map(({ id, question, askedAt, askedByName, answer, answeredAt }) => (
          <li key={id} className="py-3 first:pt-0 last:pb-0">
            <p className="flex flex-wrap justify-between gap-x-4 text-muted">
              <span className="wrap-anywhere">{t("asked", { name: askedByName ?? t("someone") })}</span>
              <RelativeTime at={askedAt} />
            </p>
            <p className="whitespace-pre-line wrap-anywhere">{question}</p>
            {answer !== null && answeredAt ? (
              <>
                <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-muted">
                  <span className="wrap-anywhere">
                    {t("answered", { who: isOwn ? "you" : "other", name: leave.person.name })}
                  </span>
                  <RelativeTime at={answeredAt} />
                </p>
                <p className="whitespace-pre-line wrap-anywhere">{answer}</p>
              </>
            ) : isOwn && approval ? (
              <div className="mt-2">
                <AreaMessages areas={["leaves"]}>
                  <Answer leaveId={leave.id} id={id} question={question} />
                </AreaMessages>
              </div>
            ) : (
              <p className="mt-2 text-muted">{t("unanswered")}</p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
