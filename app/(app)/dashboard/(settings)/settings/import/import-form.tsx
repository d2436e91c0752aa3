"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
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
import type { ImportKind } from "@/server/modules/workspace/imports/layouts";

type Props = {
  first: ImportKind;
  /** Maximum rows per import. */
  most: number;
  yearlyTypes: readonly YearlyType[];
};

/** The import from paste to outcome, one step below the other. */
export function ImportForm({ first, most, yearlyTypes }: Props) {
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
  const rows =
    kind === "openings" ? columns.rows.map((row) => ({ note: t("openingNote"), ...row })) : columns.rows;
  const days = kind === "people" &&
    columns.hasDays && {
      note: t("openingNote"),
      ...(columns.leaveType && { leaveType: columns.leaveType }),
    };
  const isInviting = kind === "people" && invites;
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
          {checked ? (
            <Checked
              imported={imported}
              checked={checked}
              onCreate={(create) => void run.check(rows, { ...days, create })}
            />
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
            {goodCount > 0 ? (
              <Button
                variant="primary"
                disabled={!columns.isConfirmed}
                pending={checked?.isStale}
                onClick={() =>
                  run.start(rows, {
                    ...days,
                    ...(isInviting && { invite: { language } }),
                    ...(checked && checked.create.length > 0 && { create: checked.create }),
                  })
                }
              >
                {t("start", { count: goodCount })}
              </Button>
            ) : null}
            <Button
              variant={goodCount > 0 ? "secondary" : "primary"}
              pending={state.step === "checking" || checked?.isStale}
              disabled={!columns.isComplete}
              onClick={() => {
                columns.remember();
                void run.check(rows, { ...days });
              }}
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
