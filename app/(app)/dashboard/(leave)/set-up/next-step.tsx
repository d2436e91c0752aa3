"use client";

import { useTranslations } from "next-intl";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { useTRPCClient } from "@/app/_trpc/client";
import { useAnswer } from "@/app/_trpc/use-answer";
import { hrefOf, nextStepOf } from "@/app/(app)/dashboard/(leave)/set-up/steps";
import { paths } from "@/app/paths";

/** Finds the page of the next step of a running setup; Today when none is left. */
export function useNextStep(): () => Promise<string> {
  const { workspace } = useTRPCClient();
  return async () => {
    const next = nextStepOf(await workspace.setup.query());
    return next ? hrefOf(next) : paths.home;
  };
}

/** Leads on to the next step of a running setup, as it is now. */
export function NextStep() {
  const t = useTranslations("setup.guide");
  const { workspace } = useTRPCClient();
  const { shown } = useAnswer({}, () => workspace.setup.query());
  if (!shown) return null;
  const next = nextStepOf(shown.found);
  return (
    <LinkButton href={next ? hrefOf(next) : paths.home} variant="primary">
      {next ? t("next", { step: t(`steps.${next.name}.title`) }) : t("finish")}
    </LinkButton>
  );
}
