"use client";

import { useLocale, useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { languageOf } from "@/app/_i18n/languages";
import { Button } from "@/app/_ui/button";
import { Card } from "@/app/_ui/card";
import { Checkbox } from "@/app/_ui/checkbox";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { LinkButton } from "@/app/_ui/link-button";
import { Meter } from "@/app/_ui/meter";
import { paths } from "@/app/(web)/dashboard/paths";
import { Columns } from "@/app/(web)/dashboard/settings/import/columns";
import { Faults } from "@/app/(web)/dashboard/settings/import/faults";
import { columnsFor, type ImportKind, importFields } from "@/app/(web)/dashboard/settings/import/fields";
import { findMissing } from "@/app/(web)/dashboard/settings/import/find-missing";
import { Missing } from "@/app/(web)/dashboard/settings/import/missing";
import { dateOrderOf, readTable, type Table } from "@/app/(web)/dashboard/settings/import/read-table";
import { rememberColumns, rememberedColumns } from "@/app/(web)/dashboard/settings/import/remembered-columns";
import { type Mapping, rowsOfTable } from "@/app/(web)/dashboard/settings/import/rows-of-table";
import { Source } from "@/app/(web)/dashboard/settings/import/source";
import { useImport } from "@/app/(web)/dashboard/settings/import/use-import";
import { CsvError } from "@/server/kernel/csv";

function tableOf(text: string): { table: Table | null; fault: CsvError | null } {
  if (text.trim() === "") return { table: null, fault: null };
  try {
    const table = readTable(text);
    return { table, fault: null };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { table: null, fault: error };
  }
}

/** Where one sees what was imported. */
const written = { people: paths.people, leaves: paths.wallchart, openings: paths.balances };

type Props = {
  first: ImportKind;
  /** Rows at a time. */
  most: number;
};

/** From what was pasted to what was imported, one step below the other. */
export function ImportForm({ first, most }: Props) {
  const t = useTranslations("import");
  const [kind, setKind] = useState(first);
  const [text, setText] = useState("");
  const [changed, setChanged] = useState<Mapping | null>(null);
  const { table, fault } = useMemo(() => tableOf(text), [text]);
  const [invites, setInvites] = useState(false);
  const language = languageOf[useLocale()];
  const run = useImport(kind);
  const { state } = run;

  const proposed = useMemo<Mapping | null>(() => {
    if (!table) return null;
    const columns = columnsFor(kind, table.header, rememberedColumns(kind), (field) =>
      t(`fields.${field}` as "fields.name"),
    );
    const dated = importFields[kind].filter(({ isDate }) => isDate).map(({ name }) => columns[name]);
    const cells = table.rows.flatMap((row) => dated.map((at) => row[at ?? -1] ?? ""));
    return { kind, columns, dateOrder: dateOrderOf(cells, navigator.language === "en-US" ? "MDY" : "DMY") };
  }, [table, kind, t]);
  const mapping = changed ?? proposed;
  const anew = () => {
    setChanged(null);
    run.restart();
  };

  const found = table && mapping ? rowsOfTable(table, mapping) : [];
  // Each opening balance says why it is there.
  const rows = kind === "openings" ? found.map((row) => ({ note: t("openingNote"), ...row })) : found;
  const isInviting = kind === "people" && invites;
  const isMapped =
    mapping !== null &&
    importFields[kind].every(({ name, isRequired }) => !isRequired || mapping.columns[name] !== undefined);
  const problem =
    (fault ? t(`source.${fault.fault}`, { line: fault.line }) : null) ??
    (rows.length > most ? t("source.tooMany", { most }) : null) ??
    (table && table.rows.length === 0 ? t("source.noRows") : null);

  if (state.step === "running") {
    const { done, total } = run.progress ?? { done: 0, total: rows.length };
    return (
      <Card
        title={t("running.title")}
        titleId="running"
        description={t("running.text")}
        className="max-w-3xl"
      >
        <Meter
          label={t("running.rows")}
          value={done}
          max={total}
          valueText={t("running.of", { done, total })}
        />
      </Card>
    );
  }
  if (state.step === "done" && table)
    return (
      <Card
        title={t("done.title", { count: state.outcome.createdCount, kind })}
        titleId="done"
        description={
          state.outcome.failed.length > 0 ? t("done.failed", { count: state.outcome.failed.length }) : null
        }
        className="max-w-4xl"
      >
        <div className="flex flex-col gap-5" role="status">
          {isInviting && state.outcome.createdCount > 0 ? <p>{t("invite.done")}</p> : null}
          {state.outcome.failed.length > 0 ? <Faults table={table} failed={state.outcome.failed} /> : null}
          <div className="flex flex-wrap gap-2">
            <LinkButton href={written[kind]} variant="primary">
              {t(`done.open.${kind}`)}
            </LinkButton>
            <Button
              onClick={() => {
                setText("");
                anew();
              }}
            >
              {t("done.more")}
            </Button>
          </div>
        </div>
      </Card>
    );
  return (
    <div className="flex max-w-4xl flex-col gap-5">
      <Source
        kind={kind}
        onKind={(next) => {
          setKind(next);
          anew();
        }}
        text={text}
        onText={(next) => {
          setText(next);
          anew();
        }}
        error={problem}
      />
      {table && mapping && !problem ? (
        <>
          <Columns
            table={table}
            mapping={mapping}
            onChange={(next) => {
              setChanged(next);
              run.restart();
            }}
          />
          {state.step === "checked" ? (
            <Card title={t("checked.title")} titleId="checked">
              <div className="flex flex-col gap-5">
                <p role="status">{t("checked.text", { good: state.goodCount, bad: state.failed.length })}</p>
                {kind === "people" ? (
                  <Missing names={findMissing(rows, state.failed)} onAdded={() => void run.check(rows)} />
                ) : null}
                {state.failed.length > 0 ? <Faults table={table} failed={state.failed} /> : null}
              </div>
            </Card>
          ) : null}
          {kind === "people" ? (
            <Checkbox
              label={t("invite.label")}
              description={t("invite.text")}
              checked={invites}
              onChange={({ target }) => setInvites(target.checked)}
            />
          ) : null}
          {run.error ? <ErrorPanel error={run.error} /> : null}
          <div className="flex flex-wrap gap-2">
            {state.step === "checked" && state.goodCount > 0 ? (
              <Button
                variant="primary"
                onClick={() => run.start(rows, isInviting ? { invite: { language } } : {})}
              >
                {t("start", { count: state.goodCount })}
              </Button>
            ) : null}
            <Button
              variant={state.step === "checked" && state.goodCount > 0 ? "secondary" : "primary"}
              pending={state.step === "checking"}
              disabled={!isMapped}
              onClick={() => {
                rememberColumns(kind, table.header, mapping.columns);
                void run.check(rows);
              }}
            >
              {t("check", { count: rows.length })}
            </Button>
          </div>
        </>
      ) : null}
    </div>
  );
}
