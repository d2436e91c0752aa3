"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useFormatter, useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { Fact, FactList } from "@/app/_kit/page/fact-list";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { Card } from "@/app/_kit/ui/card";
import { Note } from "@/app/_kit/ui/note";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { paths } from "@/app/paths";
import { payrollFormats } from "@/drizzle/schema/values";
import type { AppRouter } from "@/server/api/trpc";

type Run = inferRouterOutputs<AppRouter>["payroll"]["get"];

type Props = {
  run: Run;
  /** The location's last closed day; undefined where it could not be read. */
  closedThrough: string | null | undefined;
  isAdmin: boolean;
};

/** What a run was made of, its file, and its deletion. */
export function RunFacts({ run, closedThrough, isAdmin }: Props) {
  const t = useTranslations("payroll.run");
  const format = useFormatter();
  const dates = useLeaveDates();
  const [usual, other] = run.template.format === "XLSX" ? (["XLSX", "CSV"] as const) : payrollFormats;
  return (
    <Card title={t("facts")} titleId="payroll-facts" actions={isAdmin ? <Delete id={run.id} /> : undefined}>
      <div className="flex flex-col gap-5">
        <FactList>
          <Fact label={t("location")}>{run.locationName}</Fact>
          <Fact label={t("period")}>{dates(run)}</Fact>
          {closedThrough === undefined ? null : (
            <Fact label={t("closing")}>
              <Closed run={run} through={closedThrough} isAdmin={isAdmin} />
            </Fact>
          )}
          <Fact label={t("template")}>{run.template.name}</Fact>
          <Fact label={t("made")}>
            <RelativeTime at={new Date(run.createdAt)} show="local" />
          </Fact>
          {run.scheduledReportId ? (
            <Fact label={t("report")}>
              <TextLink href={paths.report(run.scheduledReportId)}>{t("reportLink")}</TextLink>
            </Fact>
          ) : null}
          <Fact label={t("lines")}>{format.number(run.lineCount)}</Fact>
        </FactList>
        {run.replacedCharacterCount > 0 ? (
          <Note tone="warning" title={t("replaced", { count: run.replacedCharacterCount })}>
            <p>{t("replacedText")}</p>
          </Note>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <FileLink id={run.id} format={usual} variant="primary" />
          <FileLink id={run.id} format={other} variant="secondary" />
        </div>
      </div>
    </Card>
  );
}

/** Whether the run's days are closed; for administrators with the way to the closing. */
function Closed({ run, through, isAdmin }: { run: Run; through: string | null; isAdmin: boolean }) {
  const t = useTranslations("payroll.run");
  const dates = useLeaveDates();
  const text =
    through === null || through < run.startDate
      ? t("open")
      : t(through < run.endDate ? "partlyClosed" : "closed", {
          date: dates({ startDate: through, endDate: through }),
        });
  return isAdmin ? <TextLink href={paths.closing(run.locationId)}>{text}</TextLink> : text;
}

type FileProps = { id: string; format: (typeof payrollFormats)[number]; variant: "primary" | "secondary" };

function FileLink({ id, format, variant }: FileProps) {
  const t = useTranslations("payroll.run");
  return (
    <a href={paths.payrollFile(id, format)} download className={buttonStyles({ variant })}>
      {t(format === "CSV" ? "csv" : "xlsx")}
    </a>
  );
}

function Delete({ id }: { id: string }) {
  const t = useTranslations("payroll.delete");
  const { payroll } = useTRPCClient();
  return (
    <ConfirmButton
      label={t("button")}
      button={{ variant: "ghost", size: "sm" }}
      title={t("title")}
      confirmLabel={t("confirm")}
      cancelLabel={t("keep")}
      act={async () => {
        await payroll.delete.mutate({ id });
        return { message: t("done"), goTo: paths.payroll, replace: true };
      }}
    >
      <p>{t("text")}</p>
    </ConfirmButton>
  );
}
