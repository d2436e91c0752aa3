"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useOptimistic, useTransition } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { cn } from "@/app/_kit/ui/class-names";
import { Field } from "@/app/_kit/ui/field";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { PageLink } from "@/app/_kit/ui/page-link";
import { Select } from "@/app/_kit/ui/select";
import { Spinner } from "@/app/_kit/ui/spinner";
import { addressOf, isFiltered, type Wanted } from "@/app/(app)/dashboard/(team)/wallchart/address";
import type { Choices } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { dayBeside, views } from "@/app/(app)/dashboard/(team)/wallchart/period";
import { paths } from "@/app/paths";

type FiltersProps = {
  wanted: Wanted;
  choices: Choices;
  show: (change: Partial<Wanted>) => void;
  isPending: boolean;
};

/** The filters of the chart; without JavaScript a form to submit. */
function Filters({ wanted, choices, show, isPending }: FiltersProps) {
  const t = useTranslations("wallchart.filters");
  const { view, on } = wanted;
  const lists = [
    { name: "department", label: t("department"), options: choices.departments },
    { name: "location", label: t("location"), options: choices.locations },
    { name: "label", label: t("labelOf"), options: choices.labels },
    { name: "type", label: t("type"), options: choices.leaveTypes },
  ] as const;
  return (
    <search aria-label={t("label")} className="mb-4 print:hidden">
      <form action={paths.wallchart} className="flex flex-wrap items-end gap-x-3 gap-y-3">
        {view === "month" ? null : <input type="hidden" name="view" value={view} />}
        {on ? <input type="hidden" name="on" value={on} /> : null}
        {lists
          .filter(({ name, options }) => options.length > 1 || wanted[name])
          .map(({ name, label, options }) => (
            <Field key={name} label={label} className="w-full max-w-56 max-sm:max-w-none sm:w-44">
              <Select
                name={name}
                value={wanted[name]}
                onChange={({ target }) => show({ [name]: target.value })}
                options={[
                  { value: "", label: t("all") },
                  ...options.map((option) => ({ value: option.id, label: option.name })),
                ]}
              />
            </Field>
          ))}
        <div className="flex min-h-8 items-center gap-3 pointer-coarse:min-h-10">
          <span title={t("conflictHelp")}>
            <Checkbox
              name="conflicts"
              value="only"
              label={t("onlyConflicts")}
              checked={wanted.onlyConflicts}
              onChange={({ target }) => show({ onlyConflicts: target.checked })}
            />
          </span>
          <noscript>
            <Button type="submit">{t("apply")}</Button>
          </noscript>
          {isFiltered(wanted) ? (
            <LinkButton variant="ghost" href={addressOf({ ...unfiltered, view, on })} scroll={false}>
              {t("clear")}
            </LinkButton>
          ) : null}
          {isPending ? <Spinner /> : null}
        </div>
      </form>
    </search>
  );
}

const unfiltered = { department: "", location: "", label: "", type: "", onlyConflicts: false };

/** The period: previous, next, today, and its length. All are links. */
function PeriodBar({ wanted, title, today }: { wanted: Wanted; title: string; today: string }) {
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

type Props = { wanted: Wanted; choices: Choices; title: string; today: string };

/** The period and the filters. A choice is applied at once, so that the next one builds on it before the chart has loaded. */
export function Controls({ wanted: shown, choices, title, today }: Props) {
  const router = useRouter();
  const [wanted, setWanted] = useOptimistic(shown);
  const [isPending, start] = useTransition();
  const show = (change: Partial<Wanted>) =>
    start(() => {
      const next = { ...wanted, ...change };
      setWanted(next);
      router.push(addressOf(next), { scroll: false });
    });
  return (
    <>
      <PeriodBar wanted={wanted} title={title} today={today} />
      <Filters wanted={wanted} choices={choices} show={show} isPending={isPending} />
    </>
  );
}
