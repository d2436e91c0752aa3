"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Card } from "@/app/_kit/ui/card";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Note } from "@/app/_kit/ui/note";
import { Faults } from "@/app/(app)/dashboard/(settings)/settings/import/faults";
import { SetBeside } from "@/app/(app)/dashboard/(settings)/settings/import/set-beside";
import { type Imported, lineOf } from "@/app/(app)/dashboard/(settings)/settings/import/use-fault-text";
import type {
  ImportState,
  PeopleReport,
  Twin,
  WarnedRow,
} from "@/app/(app)/dashboard/(settings)/settings/import/use-import";
import { paths } from "@/app/paths";
import { maxCreatedNames } from "@/server/modules/people/import/schema";
import { type NamedKind, namedKinds } from "@/server/modules/people/places/schema";

type MissingProps = {
  names: Pick<PeopleReport, "created" | "missing">;
  /** The kinds that the import creates. */
  create: readonly NamedKind[];
  onCreate: (create: NamedKind[]) => void;
  /** What a location that the import creates is like. */
  defaultLocation: string;
};

/** Names in the rows that do not exist in the workspace. The import can create them. */
function Missing({ names: { created, missing }, create, onCreate, defaultLocation }: MissingProps) {
  const t = useTranslations("import.missing");
  const format = useFormatter();
  return (
    <>
      {namedKinds.map((kind) => {
        const names = [...created[kind], ...missing[kind]];
        const count = names.length;
        const isChosen = create.includes(kind);
        if (count === 0) return null;
        if (count > maxCreatedNames)
          return (
            <Note key={kind} tone="warning" title={t("title", { kind, count })}>
              {t("tooMany", { most: maxCreatedNames })}
            </Note>
          );
        return (
          <Note
            key={kind}
            title={t(isChosen ? "created" : "title", { kind, count })}
            {...(kind === "locations" && {
              actions: <LinkButton href={paths.newLocation}>{t("location")}</LinkButton>,
            })}
          >
            <p className="mb-2 break-words">{format.list(names, "all")}</p>
            <Checkbox
              label={t("create", { kind, count })}
              description={kind === "locations" ? t("locations", { name: defaultLocation }) : t("else")}
              checked={isChosen}
              onChange={({ target }) =>
                onCreate(namedKinds.filter((one) => (one === kind ? target.checked : create.includes(one))))
              }
            />
          </Note>
        );
      })}
    </>
  );
}

/** Maximum rows named. */
const maxWarned = 20;

/** The rows that break leave rules: they are imported all the same. */
function Warned({ imported: { table }, warned }: { imported: Imported; warned: readonly WarnedRow[] }) {
  const t = useTranslations("import.warned");
  const format = useFormatter();
  if (warned.length === 0) return null;
  return (
    <Note tone="warning" title={t("title", { count: warned.length })}>
      <ul>
        {warned.slice(0, maxWarned).map(({ row, rules }) => (
          <li key={row} className="wrap-anywhere">
            {t("line", { line: lineOf(table, row), rules: format.list(rules, "all") })}
          </li>
        ))}
      </ul>
      {warned.length > maxWarned ? <p>{t("more", { count: warned.length - maxWarned })}</p> : null}
    </Note>
  );
}

/** The rows that have the address of an earlier faulty row. */
function Twins({ imported: { table }, twins }: { imported: Imported; twins: readonly Twin[] }) {
  const t = useTranslations("import.twins");
  if (twins.length === 0) return null;
  return (
    <Note tone="warning" title={t("title", { count: twins.length })}>
      <ul>
        {twins.slice(0, maxWarned).map(({ row, of }) => (
          <li key={row}>{t("line", { line: lineOf(table, row), other: lineOf(table, of) })}</li>
        ))}
      </ul>
      {twins.length > maxWarned ? <p>{t("more", { count: twins.length - maxWarned })}</p> : null}
    </Note>
  );
}

/** The rows of which a leave rule wants a certificate. */
function Certificates({ count }: { count: number }) {
  const t = useTranslations("import");
  return count === 0 ? null : <Note title={t("certificates", { count })} />;
}

type Props = {
  imported: Imported;
  checked: Extract<ImportState, { step: "checked" }>;
  onCreate: (create: NamedKind[]) => void;
  defaultLocation: string;
};

/** The preview of an import: the rows, the records to create for them, and the faults. */
export function Checked({ imported, checked, onCreate, defaultLocation }: Props) {
  const t = useTranslations("import.checked");
  const { goodCount, failed, waitingCount, warned, certificateCount, twins, report, create, isStale } =
    checked;
  const unanswered = failed.filter(({ row, errors }) => imported.columns.awaitsWeek(row, errors));
  const wrong = failed.filter((one) => !unanswered.includes(one));
  return (
    <Card title={t("title")} titleId="checked">
      <div className="flex flex-col gap-5" aria-busy={isStale}>
        <div role="status" className="flex flex-col gap-1">
          <p>
            {t("text", { good: goodCount, bad: wrong.length, waiting: waitingCount + unanswered.length })}
          </p>
          {unanswered.length > 0 ? <p>{t("weeks", { count: unanswered.length })}</p> : null}
          {waitingCount > 0 ? <p>{t("waiting", { count: waitingCount })}</p> : null}
          <SetBeside set={report.set} />
        </div>
        <Missing {...{ create, onCreate, defaultLocation }} names={report} />
        <Twins imported={imported} twins={twins} />
        <Warned imported={imported} warned={warned} />
        <Certificates count={certificateCount} />
        {wrong.length > 0 ? <Faults imported={imported} failed={wrong} /> : null}
      </div>
    </Card>
  );
}
