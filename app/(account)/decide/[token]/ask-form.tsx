import { useTranslations } from "next-intl";
import { newAttempt } from "@/app/_kit/form/new-attempt";
import { Button } from "@/app/_kit/ui/button";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { Done, Problem } from "@/app/(account)/_signin/message";
import { QuestionField } from "@/app/(account)/decide/[token]/reason-field";
import type { LeaveQuestion } from "@/server/modules/leave/requests/find-questions";

/** What became of a question, as the address says it. */
export const outcomes = ["sent", "often", "not"] as const;
export type Asked = (typeof outcomes)[number] | null;

export function AskOutcome({ asked, name }: { asked: Asked; name: string }) {
  const t = useTranslations("decide.question");
  if (asked === null) return null;
  return asked === "sent" ? <Done>{t("sent", { name })}</Done> : <Problem>{t(asked)}</Problem>;
}

type Props = { token: string; name: string; asked: Asked; last: LeaveQuestion | null };

/** What was asked last, and "Ask" for more: a form of its own, which leaves the request as it is. */
export function AskForm({ token, name, asked, last }: Props) {
  const t = useTranslations("decide.question");
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-4">
      {last ? <LastQuestion last={last} /> : null}
      <details open={asked === "not" || undefined} className="group">
        <summary className="min-h-11 w-fit cursor-pointer py-2.5 font-medium">{t("title", { name })}</summary>
        <form method="post" action={`/decide/${token}/answer`} className="flex flex-col gap-4 pt-2">
          <input type="hidden" name="attempt" value={newAttempt()} />
          <QuestionField label={t("field")} help={t("help")} />
          <Button type="submit" name="intent" value="ask" size="lg" block>
            {t("button", { name })}
          </Button>
        </form>
      </details>
    </div>
  );
}

function LastQuestion({ last: { question, askedAt, answer, answeredAt } }: { last: LeaveQuestion }) {
  const t = useTranslations("decide.question");
  return (
    <div className="whitespace-pre-line text-muted wrap-anywhere">
      <p>{t.rich("asked", { when: () => <RelativeTime at={askedAt} />, text: question })}</p>
      {answer !== null && answeredAt ? (
        <p className="text-fg">
          {t.rich("answered", { when: () => <RelativeTime at={answeredAt} />, text: answer })}
        </p>
      ) : (
        <p>{t("unanswered")}</p>
      )}
    </div>
  );
}
