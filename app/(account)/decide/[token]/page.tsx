import type { Metadata } from "next";
import { cookies } from "next/headers";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { currentLanguage } from "@/app/_i18n/preferences";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Frame } from "@/app/(account)/_signin/frame";
import { type Asked, outcomes } from "@/app/(account)/decide/[token]/ask-form";
import { DecideForm } from "@/app/(account)/decide/[token]/decide-form";
import { readDraft } from "@/app/(account)/decide/[token]/draft";
import { services } from "@/server/kernel/process";
import { type Decision, readDecision } from "@/server/modules/leave/mail/read-decision";
import { type Words, wordsOf } from "@/server/words/words";

type Over = Exclude<Decision, { state: "ready" }>;

/** The sign-in page, on the way to the approvals: there a signed-in approver decides. */
const signIn = "/login?next=/dashboard/approvals";

/** Why there is nothing to decide here, and what to do next. */
function OverPanel({ decision, words }: { decision: Over; words: Words }) {
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

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("decide");
  return { title: t("title"), robots: { index: false, follow: false }, referrer: "no-referrer" };
}

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<{ problem?: string | string[]; asked?: string | string[] }>;
};

const askedOf = (word: string | string[] | undefined): Asked => outcomes.find((one) => one === word) ?? null;

/** Reached by a mailed link, without signing in. Viewing the page decides nothing: mail scanners open links, too. */
export default async function DecidePage({ params, searchParams }: Props) {
  const [{ token }, { problem, asked }, language] = await Promise.all([
    params,
    searchParams,
    currentLanguage(),
  ]);
  const decision = await readDecision(services(), token);
  const words = wordsOf(language);
  const hasProblem = problem !== undefined;
  const kept = await cookies();
  const refused = hasProblem ? readDraft((name) => kept.get(name)?.value) : "";
  return decision.state === "ready" ? (
    <DecideForm {...{ token, decision, words, hasProblem, refused }} asked={askedOf(asked)} />
  ) : (
    <OverPanel decision={decision} words={words} />
  );
}
