"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { languageOf } from "@/app/_i18n/languages";
import { Button } from "@/app/_kit/ui/button";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Checked } from "@/app/(app)/dashboard/(settings)/settings/import/checked";
import { Columns } from "@/app/(app)/dashboard/(settings)/settings/import/columns";
import { Outcome, Running } from "@/app/(app)/dashboard/(settings)/settings/import/outcome";
import { Source } from "@/app/(app)/dashboard/(settings)/settings/import/source";
import { useColumns, type YearlyType } from "@/app/(app)/dashboard/(settings)/settings/import/use-columns";
import { useImport } from "@/app/(app)/dashboard/(settings)/settings/import/use-import";
import { useTable } from "@/app/(app)/dashboard/(settings)/settings/import/use-table";
import { maxCreatedNames } from "@/server/modules/people/import/schema";
import type { NamedKind } from "@/server/modules/people/places/schema";
import type { ImportKind } from "@/server/modules/workspace/imports/layouts";

/** While someone types. */
const checkPauseMs = 300;

/** Departments that the rows name are created with them; more than an import creates mean that another column was taken for them. */
function createdByDefault(rows: readonly Readonly<Record<string, unknown>>[]): NamedKind[] {
  const names = new Set(
    rows.flatMap(({ department, approvedDepartments }) => [department, approvedDepartments].flat()),
  );
  return names.size > maxCreatedNames ? [] : ["departments"];
}

type Props = {
  first: ImportKind;
  /** Maximum rows per import. */
  most: number;
  yearlyTypes: readonly YearlyType[];
  /** What locations that an import creates are like. */
  defaultLocation: string;
  /** Whether the workspace is being set up, so that the import leads on to the next step. */
  isSettingUp: boolean;
  /** Without mail the added people get links to pass on, in place of invitations. */
  hasMail: boolean;
};

/** The import from paste to outcome, one step below the other. */
export function ImportForm({ first, most, yearlyTypes, defaultLocation, isSettingUp, hasMail }: Props) {
  const t = useTranslations("import");
  const [kind, setKind] = useState(first);
  const [invites, setInvites] = useState(false);
  const language = languageOf[useLocale()];
  const chosen = useTable(most);
  const { table } = chosen;
  const columns = useColumns(kind, table, yearlyTypes);
  const run = useImport(kind);
  const { state } = run;
  const anew = () => {
    columns.reset();
    run.restart();
  };

  // An opening balance needs a note.
  const note = t("openingNote");
  const rows = useMemo(
    () => (kind === "openings" ? columns.rows.map((row) => ({ note, ...row })) : columns.rows),
    [kind, columns.rows, note],
  );
  const days = kind === "people" &&
    columns.hasDays && {
      note,
      ...(columns.leaveType && { leaveType: columns.leaveType }),
    };
  const check = (create: readonly NamedKind[]) => void run.check(rows, { ...days, create });
  const isReady = table !== null && columns.isComplete && state.step === "choosing" && !run.error;
  const usual = () => (kind === "people" ? createdByDefault(rows) : []);
  const checkNew = useEffectEvent(() => check(usual()));
  // Also as the rows change below an answer that is not there yet.
  const written = isReady ? rows : null;
  useEffect(() => {
    if (written === null) return;
    const timer = setTimeout(checkNew, checkPauseMs);
    return () => clearTimeout(timer);
  }, [written]);
  const isInviting = kind === "people" && hasMail && invites;
  const imported = table && { kind, table, columns };

  if (state.step === "running") {
    const { done, total } = run.progress ?? { done: 0, total: rows.length };
    return <Running done={done} total={total} />;
  }
  if (state.step === "done" && imported)
    return (
      <Outcome
        imported={imported}
        outcome={state.outcome}
        isInviting={isInviting}
        isSettingUp={isSettingUp}
        createsLinks={kind === "people" && !hasMail}
        onMore={() => {
          chosen.clear();
          anew();
        }}
      />
    );
  const checked = state.step === "checked" ? state : null;
  const goodCount = checked?.goodCount ?? 0;
  return (
    <div className="flex max-w-4xl flex-col gap-5">
      <Source
        kind={kind}
        onKind={(next) => {
          setKind(next);
          anew();
        }}
        chosen={chosen}
        onChange={anew}
      />
      {table && imported ? (
        <>
          <Columns table={table} columns={columns} onChange={run.restart} />
          {checked ? <Checked {...{ imported, checked, defaultLocation }} onCreate={check} /> : null}
          {kind === "people" && hasMail ? (
            <Checkbox
              label={t("invite.label")}
              description={t("invite.text")}
              checked={invites}
              onChange={({ target }) => setInvites(target.checked)}
            />
          ) : null}
          {run.error ? <ErrorPanel error={run.error} /> : null}
          <div className="flex flex-wrap gap-2">
            {goodCount > 0 ? (
              <Button
                variant="primary"
                disabled={!columns.isConfirmed}
                pending={checked?.isStale}
                onClick={() => {
                  columns.remember();
                  void run.start(rows, {
                    ...days,
                    ...(isInviting && { invite: { language } }),
                    ...(checked && checked.create.length > 0 && { create: checked.create }),
                  });
                }}
              >
                {t("start", { count: goodCount })}
              </Button>
            ) : null}
            <Button
              variant={goodCount > 0 ? "secondary" : "primary"}
              pending={state.step === "checking" || checked?.isStale}
              disabled={!columns.isComplete}
              onClick={() => check(checked ? checked.create : usual())}
            >
              {t("check", { count: rows.length })}
            </Button>
          </div>
          {goodCount > 0 && !columns.isConfirmed ? (
            <p className="text-warning-text">{t("columns.confirmFirst")}</p>
          ) : null}
        </>
      ) : null}
    </div>
  );
}
