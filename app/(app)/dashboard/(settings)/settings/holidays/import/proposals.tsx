"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { useCall } from "@/app/_kit/form/use-call";
import { useOperation } from "@/app/_kit/form/use-operation";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { ErrorPanel, type ShownError } from "@/app/_kit/ui/error-panel";
import { Fieldset } from "@/app/_kit/ui/fieldset";
import { useTRPCClient } from "@/app/_trpc/client";
import { HolidayEffectNote } from "@/app/(app)/dashboard/(settings)/settings/holidays/holiday-effect";
import { useDayWords } from "@/app/(app)/dashboard/(settings)/settings/holidays/use-day-words";
import { RecountProgress } from "@/app/(app)/dashboard/(settings)/settings/holidays/use-holiday-write";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import type { AppRouter } from "@/server/api/trpc";

type Proposal = inferRouterOutputs<AppRouter>["publicHolidays"]["propose"]["proposals"][number];

interface Added {
  addedCount: number;
  presentCount: number;
}

type Props = {
  locationId: string;
  proposals: readonly Proposal[];
  /** The URL of the list after the import. */
  back: string;
};

/** A public holiday that nearly everyone has off on its date. */
const isUsual = ({ kind, present, replacedBy }: Proposal): boolean =>
  kind === "PUBLIC" && present === null && replacedBy === null;

/** The holidays found, to select; only selected ones are added. */
export function Proposals({ locationId, proposals, back }: Props) {
  const t = useTranslations("places.holidays.importing");
  const calls = useTRPCClient();
  const saved = useSaved();
  const possible = proposals.filter(({ present }) => present === null);
  const [ticked, setTicked] = useState(() => new Set(proposals.filter(isUsual).map(({ date }) => date)));
  const [isRefused, setRefused] = useState(false);
  const [done, setDone] = useState(false);
  const attemptOf = useAttempt();
  const [failure, setFailure] = useState<ShownError | null>(null);
  const [tries, setTries] = useState(0);
  const { standing, follow } = useOperation({
    ask: (id) => calls.operations.get.query({ id }),
    onEnd: (ended) => {
      if (ended.status === "FAILED") {
        setTries((count) => count + 1);
        // The error envelope, as in a refused call.
        return setFailure(ended.error as unknown as ShownError);
      }
      setDone(true);
      const { addedCount, presentCount } = (ended.result as { data: Added }).data;
      const skipped =
        presentCount > 0 && addedCount > 0 ? ` ${t("doneSkipped", { count: presentCount })}` : "";
      saved(`${t("done", { count: addedCount })}${skipped ? `.${skipped}` : ""}`, back);
      return undefined;
    },
  });
  const { send, error, isPending } = useCall(calls.directory.holidays.startImport.mutate, {
    onDone: ({ operationId }) => follow(operationId),
  });
  const refusal = error ?? failure;
  const isRunning = isPending || standing?.status === "PENDING";
  if (proposals.length === 0) return <EmptyState title={t("none")} />;
  const tick = (dates: readonly string[], on: boolean) => {
    setRefused(false);
    setTicked((before) => {
      const next = new Set(before);
      for (const date of dates) on ? next.add(date) : next.delete(date);
      return next;
    });
  };
  const holidays = proposals
    .filter(({ date }) => ticked.has(date))
    .map(({ date, name, isHalfDay }) => ({ date, name, isHalfDay }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ticked.size === 0) return setRefused(true);
    setFailure(null);
    const wanted = { locationId, holidays };
    // What was refused may be possible by now: another attempt.
    void send({ attempt: attemptOf([wanted, tries]), holidays: wanted });
  };
  const years = [...new Set(proposals.map(({ date }) => date.slice(0, 4)))];
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      {years.map((year) => (
        <Year
          key={year}
          year={year}
          proposals={proposals.filter(({ date }) => date.startsWith(year))}
          ticked={ticked}
          tick={tick}
        />
      ))}
      <HolidayEffectNote
        asked={holidays.length > 0 && !done ? { imports: { locationId, holidays } } : null}
      />
      {isRunning ? <RecountProgress label={t("running")} progress={standing?.progress ?? null} /> : null}
      {refusal ? <ErrorPanel error={refusal} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" pending={isRunning || done} disabled={possible.length === 0}>
          {t("submit", { count: ticked.size })}
        </Button>
        {isRefused ? (
          <p role="alert" className="text-danger-text">
            {t("nothing")}
          </p>
        ) : null}
      </div>
    </form>
  );
}

type YearProps = {
  year: string;
  proposals: readonly Proposal[];
  ticked: ReadonlySet<string>;
  tick: (dates: readonly string[], on: boolean) => void;
};

function Year({ year, proposals, ticked, tick }: YearProps) {
  const t = useTranslations("places.holidays.importing");
  const dates = proposals.filter(({ present }) => present === null).map(({ date }) => date);
  const isFull = dates.every((date) => ticked.has(date));
  return (
    <Card>
      <Fieldset
        legend={t("list", { year })}
        action={
          dates.length === 0 ? undefined : (
            <Button size="sm" variant="ghost" onClick={() => tick(dates, !isFull)}>
              {t(isFull ? "tickNone" : "tickAll")}
            </Button>
          )
        }
      >
        <ul className="flex flex-col divide-y divide-line">
          {proposals.map((proposal) => (
            <li key={proposal.date} className="py-2">
              <ProposalRow
                proposal={proposal}
                checked={ticked.has(proposal.date)}
                onChange={(on) => tick([proposal.date], on)}
              />
            </li>
          ))}
        </ul>
      </Fieldset>
    </Card>
  );
}

type RowProps = { proposal: Proposal; checked: boolean; onChange: (on: boolean) => void };

function ProposalRow({ proposal, checked, onChange }: RowProps) {
  const t = useTranslations("places.holidays.importing");
  const dayWords = useDayWords();
  const { date, name, isHalfDay, kind, present, replacedBy, mayMove } = proposal;
  const notes = [
    present === null ? null : t("present", { name: present }),
    isHalfDay ? t("half") : null,
    replacedBy === null ? null : t("replaced", { date: dayWords(replacedBy) }),
    kind === "PUBLIC" ? null : t(`kinds.${kind}`),
    mayMove ? t("mayMove") : null,
  ].filter((note) => note !== null);
  return (
    <Checkbox
      label={
        <span className="flex flex-wrap gap-x-3">
          <time dateTime={date} className="w-36 shrink-0 text-muted tabular-nums">
            {dayWords(date)}
          </time>
          <span className="wrap-anywhere">{name}</span>
        </span>
      }
      description={notes.length > 0 ? notes.join(" · ") : undefined}
      checked={checked}
      disabled={present !== null}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
