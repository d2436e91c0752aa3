import { useTranslations } from "next-intl";
import { TextLink } from "@/app/_kit/ui/text-link";
import { type SetupStep, stepsOf } from "@/app/(app)/dashboard/(leave)/set-up/steps";
import { paths } from "@/app/paths";
import type { Setup } from "@/server/modules/workspace/settings/find-setup";

/** On the page of a step while a workspace is set up: which step it is, and the way to all of them. */
export function SetupProgress({ setup, name = "people" }: { setup: Setup; name?: SetupStep["name"] }) {
  const t = useTranslations("setup.guide");
  const steps = stepsOf(setup);
  const at = steps.findIndex((step) => step.name === name) + 1;
  return (
    <p className="mb-4 flex flex-wrap gap-x-2 text-muted">
      {t("step", { at, of: steps.length, step: t(`steps.${name}.title`) })}
      <TextLink href={paths.home}>{t("all")}</TextLink>
    </p>
  );
}
