import { Check } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { cn } from "@/app/_kit/ui/class-names";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { PageHeader } from "@/app/_kit/ui/page-header";
import { VisuallyHidden } from "@/app/_kit/ui/visually-hidden";
import { EndSetup } from "@/app/(app)/dashboard/(leave)/(today)/end-setup";
import { nextStepOf, stepsOf } from "@/app/(app)/dashboard/(leave)/set-up/steps";
import type { Setup } from "@/server/modules/workspace/settings/find-setup";

/** "Set up your workspace": the administrator of a new workspace sees it in place of Today. */
export async function SetupGuide({ setup }: { setup: Setup }) {
  const t = await getTranslations("setup.guide");
  const { hasLeave: _, ...counts } = setup;
  const steps = stepsOf(setup);
  const next = nextStepOf(setup);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <>
      <PageHeader title={t("title")} description={t(next ? "lead" : "ready", { done, of: steps.length })} />
      <ol className="max-w-3xl divide-y divide-line rounded-lg border border-line bg-surface">
        {steps.map(({ name, isDone, hrefs, usual }, at) => (
          <li key={name} className="flex gap-3.5 px-4 py-4 sm:px-5">
            <span
              aria-hidden
              className={cn(
                "mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full border text-xs",
                isDone ? "border-accent bg-accent text-on-accent" : "border-line-strong text-muted",
              )}
            >
              {isDone ? <Check strokeWidth={3} className="size-3.5" /> : at + 1}
            </span>
            <div className="min-w-0 grow">
              <h2 className="font-semibold">
                {t(`steps.${name}.title`)}
                {isDone ? <VisuallyHidden> ({t("done")})</VisuallyHidden> : null}
              </h2>
              <p className="text-muted">{t(`steps.${name}.${isDone ? "state" : "text"}`, counts)}</p>
              <div className="mt-2.5 flex flex-wrap gap-2">
                {hrefs.map((href, index) => (
                  <LinkButton
                    key={href}
                    href={href}
                    size="sm"
                    variant={name === next?.name && index === usual ? "primary" : "secondary"}
                  >
                    {t(`steps.${name}.act${index === 0 ? "" : index + 1}` as "steps.people.act")}
                  </LinkButton>
                ))}
              </div>
            </div>
          </li>
        ))}
      </ol>
      <div className="mt-5 max-w-3xl">
        <AreaMessages areas={["setup"]}>
          <EndSetup isComplete={!next} />
        </AreaMessages>
      </div>
    </>
  );
}
