import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/app/_kit/ui/class-names";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { PageLink } from "@/app/_kit/ui/page-link";
import { addressOf, type Wanted } from "@/app/(app)/dashboard/(team)/wallchart/address";
import { dayBeside, views } from "@/app/(app)/dashboard/(team)/wallchart/period";

/** The period: previous, next, today, and its length. All are links. */
export function PeriodBar({ wanted, title, today }: { wanted: Wanted; title: string; today: string }) {
  const t = useTranslations("wallchart");
  const on = wanted.on || today;
  const beside = (step: 1 | -1) => addressOf({ ...wanted, on: dayBeside(wanted.view, on, step) });
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
        <div className="flex print:hidden">
          <LinkButton
            href={beside(-1)}
            scroll={false}
            size="icon"
            aria-label={t("previous")}
            className="rounded-e-none"
          >
            <ChevronLeft aria-hidden className="rtl:-scale-x-100" />
          </LinkButton>
          <LinkButton
            href={beside(1)}
            scroll={false}
            size="icon"
            aria-label={t("next")}
            className="-ms-px rounded-s-none"
          >
            <ChevronRight aria-hidden className="rtl:-scale-x-100" />
          </LinkButton>
        </div>
        <LinkButton href={addressOf({ ...wanted, on: "" })} scroll={false} className="print:hidden">
          {t("today")}
        </LinkButton>
        <h2 className="ms-1 font-semibold text-base tabular-nums">{title}</h2>
      </div>
      <nav aria-label={t("views.label")} className="print:hidden">
        <ul className="flex rounded-md border border-line bg-sunken p-0.5">
          {views.map((view) => (
            <li key={view}>
              <PageLink
                href={addressOf({ ...wanted, view })}
                scroll={false}
                aria-current={view === wanted.view ? "page" : undefined}
                className={cn(
                  "flex min-h-7 items-center rounded-sm px-3 font-medium text-muted hover:text-fg pointer-coarse:min-h-9",
                  "aria-[current=page]:bg-surface aria-[current=page]:text-fg aria-[current=page]:shadow-control",
                  "forced-colors:aria-[current=page]:underline",
                )}
              >
                {t(`views.${view}`)}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
