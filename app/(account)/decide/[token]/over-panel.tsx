import { useTranslations } from "next-intl";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Frame } from "@/app/(account)/_signin/frame";
import type { Decision } from "@/server/modules/leave/mail/read-decision";
import type { Words } from "@/server/words/words";

type Over = Exclude<Decision, { state: "ready" }>;

/** The sign-in page, on the way to the approvals: there a signed-in approver decides. */
const signIn = "/login?next=/dashboard/approvals";

/** Why there is nothing to decide here, and what to do next. */
export function OverPanel({ decision, words }: { decision: Over; words: Words }) {
  const t = useTranslations("decide");
  const { title, text, isHelped } = usePanel(decision, words);
  return (
    <Frame title={title}>
      <p>{text}</p>
      {isHelped ? (
        <LinkButton
          href={signIn}
          variant={decision.state === "sign-in" ? "primary" : "secondary"}
          size="lg"
          block
        >
          {t(decision.state === "sign-in" ? "signIn" : "approvals")}
        </LinkButton>
      ) : null}
    </Frame>
  );
}

interface Panel {
  title: string;
  text: string;
  /** Whether signing in helps. */
  isHelped: boolean;
}

function usePanel(decision: Over, words: Words): Panel {
  const t = useTranslations("decide.over");
  switch (decision.state) {
    case "decided":
    case "lifted": {
      const { facts, byName, byYou } = decision;
      const status = decision.state === "lifted" ? "APPROVED_LEVEL_1" : decision.status;
      const values = {
        name: facts.ownerName,
        when: words.when(facts.period),
        who: byYou ? "you" : byName === null ? "nobody" : "other",
        by: byName ?? "",
      };
      return { title: t(`${status}.title`), text: t(`${status}.text`, values), isHelped: true };
    }
    default:
      return {
        title: t(`${decision.state}.title`),
        text: t(`${decision.state}.text`),
        isHelped: decision.state !== "inactive" && decision.state !== "not-approver",
      };
  }
}
