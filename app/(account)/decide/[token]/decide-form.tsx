import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { Note } from "@/app/_kit/ui/note";
import { Frame } from "@/app/(account)/_signin/frame";
import { Problem } from "@/app/(account)/_signin/message";
import { LeaveFacts } from "@/app/(account)/decide/[token]/leave-facts";
import { ReasonField } from "@/app/(account)/decide/[token]/reason-field";
import { limits } from "@/drizzle/schema/values";
import { isUpTo } from "@/server/kernel/text/text-rules";
import type { Decision } from "@/server/modules/leave/mail/read-decision";
import { periodOf } from "@/server/modules/leave/requests/period";
import type { Words } from "@/server/words/words";

/** The maximum length of a reason. */

export type Ready = Extract<Decision, { state: "ready" }>;

type Props = {
  token: string;
  decision: Ready;
  words: Words;
  hasProblem: boolean;
  /** The refused reason; empty for none. */
  refused: string;
};

/** The request as it is now, and both answers: one form that works without JavaScript. */
export function DecideForm({ token, decision, words, hasProblem, refused }: Props) {
  const t = useTranslations("decide");
  const { facts, changed, approverName: approver, workspaceName: workspace, onBehalfOfName: name } = decision;
  return (
    <Frame
      title={t("asks", { name: facts.ownerName })}
      description={
        name === null ? t("as", { approver, workspace }) : t("asStandIn", { approver, name, workspace })
      }
    >
      {hasProblem ? <Problem>{t("problem")}</Problem> : null}
      {changed ? <Changes changed={changed} facts={facts} words={words} /> : null}
      <LeaveFacts decision={decision} words={words} />
      <form method="post" action={`/decide/${token}/answer`} className="flex flex-col gap-4">
        <input type="hidden" name="version" value={facts.leave.version} />
        <Button type="submit" name="intent" value="approve" variant="primary" size="lg" block>
          {t("approve")}
        </Button>
        <ReasonField
          label={t("reason")}
          help={t("reasonHelp")}
          value={refused}
          error={refused ? t(isUpTo(limits.reason, refused.trim()) ? "unreadable" : "tooLong") : undefined}
        />
        <Button type="submit" name="intent" value="deny" variant="danger" size="lg" block>
          {t("deny")}
        </Button>
      </form>
    </Frame>
  );
}

type ChangesProps = { changed: NonNullable<Ready["changed"]>; facts: Ready["facts"]; words: Words };

/** The facts of the mail that no longer hold. */
function Changes({ changed: { shown, typeName }, facts, words }: ChangesProps) {
  const t = useTranslations("decide");
  const before = words.when(periodOf(shown));
  const lines = [
    ...(before === words.when(facts.period) ? [] : [t("changed.when", { before })]),
    ...(typeName === null ? [] : [t("changed.type", { before: typeName })]),
  ];
  return (
    <Note tone="warning" title={t("changed.title")}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>{t("changed.check")}</p>
    </Note>
  );
}
