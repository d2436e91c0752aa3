"use client";

import { ChevronLeft, ChevronRight, SlidersHorizontal } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useId, useOptimistic, useState, useTransition } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { cn } from "@/app/_kit/ui/class-names";
import { Field } from "@/app/_kit/ui/field";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { PageLink } from "@/app/_kit/ui/page-link";
import { SearchInput } from "@/app/_kit/ui/search-input";
import { Select } from "@/app/_kit/ui/select";
import { Spinner } from "@/app/_kit/ui/spinner";
import { useTypedText } from "@/app/_kit/ui/use-typed-text";
import {
  addressOf,
  filterCount,
  isFiltered,
  unfiltered,
  type Wanted,
} from "@/app/(app)/dashboard/(team)/wallchart/address";
import type { Choices } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { dayBeside, type Period, views } from "@/app/(app)/dashboard/(team)/wallchart/period";
import { paths } from "@/app/paths";
import { longestSearch } from "@/server/kernel/list-sorts";

type Show = (change: Partial<Wanted>, how?: { replaces: boolean }) => void;

type FiltersProps = { wanted: Wanted; choices: Choices; show: Show; isPending: boolean };

/** How long typing pauses before the search. */
const pauseMs = 250;

/** The search by name. What is typed goes into the address when the typing pauses. */
function NameSearch({ q, show }: { q: string; show: Show }) {
  const t = useTranslations("wallchart.filters");
  const [text, setText] = useState(q);
  const [sent, setSent] = useState(q);
  // Changed elsewhere: by "Clear filters", or by Back.
  if (q !== sent) {
    setSent(q);
    setText(q);
  }
  const typed = useTypedText(text.trim(), pauseMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the typing pauses
  useEffect(() => {
    if (typed === sent || typed !== text.trim()) return;
    setSent(typed);
    show({ q: typed }, { replaces: true });
  }, [typed]);
  return (
    <SearchInput
      name="q"
      label={t("name")}
      value={text}
      maxLength={longestSearch}
      onChange={({ target }) => setText(target.value)}
      className="sm:w-52"
    />
  );
}

/** The filters of the chart, on a phone behind a button; without JavaScript a form to submit. */
function Filters({ wanted, choices, show, isPending }: FiltersProps) {
  const t = useTranslations("wallchart.filters");
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { view, on } = wanted;
  const lists = [
    { name: "department", label: t("department"), options: choices.departments },
    { name: "location", label: t("location"), options: choices.locations },
    { name: "label", label: t("labelOf"), options: choices.labels },
    { name: "type", label: t("type"), options: choices.leaveTypes },
  ] as const;
  return (
    <search aria-label={t("label")} className="mb-4 print:hidden">
      <form
        action={paths.wallchart}
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-wrap items-end gap-x-3 gap-y-3"
      >
        {view === "month" ? null : <input type="hidden" name="view" value={view} />}
        {on ? <input type="hidden" name="on" value={on} /> : null}
        <div className="flex w-full gap-2 md:w-auto">
          <NameSearch q={wanted.q} show={show} />
          <Button
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="shrink-0 md:hidden noscript:hidden"
          >
            <SlidersHorizontal aria-hidden />
            {t("count", { count: filterCount(wanted) })}
          </Button>
        </div>
        <div
          id={id}
          className={cn(
            "flex flex-wrap items-end gap-3 max-md:w-full",
            isOpen ? null : "max-md:hidden noscript:max-md:flex",
          )}
        >
          {lists
            .filter(({ name, options }) => options.length > 1 || wanted[name])
            .map(({ name, label, options }) => (
              <Field key={name} label={label} className="w-full max-w-56 max-sm:max-w-none sm:w-40">
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
          <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 pointer-coarse:min-h-11">
            <span title={t("conflictHelp")}>
              <Checkbox
                name="conflicts"
                value="only"
                label={t("onlyConflicts")}
                checked={wanted.onlyConflicts}
                onChange={({ target }) => show({ onlyConflicts: target.checked })}
              />
            </span>
            {choices.departments.length > 1 ? (
              // The list of a narrow screen has an order of its own.
              <span className="max-md:hidden">
                <Checkbox
                  name="team"
                  value="first"
                  label={t("teamFirst")}
                  checked={wanted.teamFirst}
                  onChange={({ target }) => show({ teamFirst: target.checked })}
                />
              </span>
            ) : null}
            <noscript>
              <Button type="submit">{t("apply")}</Button>
            </noscript>
            {isFiltered(wanted) ? (
              <LinkButton variant="ghost" href={addressOf({ ...wanted, ...unfiltered })} scroll={false}>
                {t("clear")}
              </LinkButton>
            ) : null}
            {isPending ? <Spinner /> : null}
          </div>
        </div>
      </form>
    </search>
  );
}

/** The period: previous, next, today, and its length. All are links. */
function PeriodBar({ wanted, title, period }: Pick<Props, "wanted" | "title" | "period">) {
  const t = useTranslations("wallchart");
  const beside = (step: 1 | -1) => addressOf({ ...wanted, on: dayBeside(period, step) });
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
                  "flex min-h-7 items-center rounded-sm px-3 font-medium text-muted hover:text-fg pointer-coarse:min-h-11",
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

type Props = { wanted: Wanted; choices: Choices; title: string; period: Period };

/** The period and the filters. A choice is applied at once, so that the next one builds on it before the chart has loaded. */
export function Controls({ wanted: shown, choices, title, period }: Props) {
  const router = useRouter();
  const [wanted, setWanted] = useOptimistic(shown);
  const [isPending, start] = useTransition();
  const show: Show = (change, { replaces } = { replaces: false }) =>
    start(() => {
      const next = { ...wanted, ...change };
      setWanted(next);
      router[replaces ? "replace" : "push"](addressOf(next), { scroll: false });
    });
  return (
    <>
      <PeriodBar wanted={wanted} title={title} period={period} />
      <Filters wanted={wanted} choices={choices} show={show} isPending={isPending} />
    </>
  );
}
