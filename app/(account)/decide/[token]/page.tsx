import type { Metadata } from "next";
import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import { currentLanguage } from "@/app/_i18n/preferences";
import { DecideForm } from "@/app/(account)/decide/[token]/decide-form";
import { readDraft } from "@/app/(account)/decide/[token]/draft";
import { OverPanel } from "@/app/(account)/decide/[token]/over-panel";
import { services } from "@/server/kernel/process";
import { readDecision } from "@/server/modules/leave/mail/read-decision";
import { wordsOf } from "@/server/words/words";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("decide");
  return { title: t("title"), robots: { index: false, follow: false }, referrer: "no-referrer" };
}

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<{ problem?: string | string[] }>;
};

/** Reached by a mailed link, without signing in. Viewing the page decides nothing: mail scanners open links, too. */
export default async function DecidePage({ params, searchParams }: Props) {
  const [{ token }, { problem }, language] = await Promise.all([params, searchParams, currentLanguage()]);
  const decision = await readDecision(services(), token);
  const words = wordsOf(language);
  const hasProblem = problem !== undefined;
  const kept = await cookies();
  const refused = hasProblem ? readDraft((name) => kept.get(name)?.value) : "";
  return decision.state === "ready" ? (
    <DecideForm {...{ token, decision, words, hasProblem, refused }} />
  ) : (
    <OverPanel decision={decision} words={words} />
  );
}
