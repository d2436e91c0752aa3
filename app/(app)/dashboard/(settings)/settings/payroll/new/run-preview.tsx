"use client";

import { useTranslations } from "next-intl";
import { shownError } from "@/app/_kit/page/shown-error";
import { Card } from "@/app/_kit/ui/card";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Note } from "@/app/_kit/ui/note";
import { useTRPCClient } from "@/app/_trpc/client";
import { useAnswer } from "@/app/_trpc/use-answer";
import { Gaps } from "@/app/(app)/dashboard/(settings)/settings/payroll/gaps";
import { LinesTable } from "@/app/(app)/dashboard/(settings)/settings/payroll/lines-table";
import { TotalsTable } from "@/app/(app)/dashboard/(settings)/settings/payroll/totals-table";

type Asked = { locationId: string; date: string; templateId: string | null };

/** What the run would have: sums, the first lines, and what they lack. */
export function RunPreview({ asked }: { asked: Asked }) {
  const t = useTranslations("payroll.preview");
  const { payroll } = useTRPCClient();
  const { shown, error } = useAnswer(asked, (wanted) => payroll.preview.query(wanted), { pauseMs: 0 });
  const data = shown?.found;
  return (
    <Card title={t("title")} titleId="payroll-preview">
      <div className="flex flex-col gap-5">
        <div role="status">
          {error ? <ErrorPanel error={shownError(error)} /> : null}
          {data && data.number > 1 ? (
            <Note className="mb-3">{t("again", { count: data.number - 1 })}</Note>
          ) : null}
          {data ? <p>{t("counts", { lines: data.lineCount, people: data.userCount })}</p> : null}
        </div>
        {data && data.lineCount > 0 ? (
          <>
            <Gaps {...data.gaps} />
            <TotalsTable totals={data.totals} />
            {data.lineCount > data.lines.length ? (
              <p className="text-muted">{t("firstText", { count: data.lines.length })}</p>
            ) : null}
            <LinesTable lines={data.lines} />
          </>
        ) : null}
      </div>
    </Card>
  );
}
