"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { Field } from "@/app/_kit/ui/field";
import { Note } from "@/app/_kit/ui/note";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { saveFile } from "@/app/_kit/ui/save-file";
import { Textarea } from "@/app/_kit/ui/textarea";
import { csvFile, csvStyleOf } from "@/server/kernel/text/csv";
import { type ImportKind, importKinds, layouts } from "@/server/modules/workspace/imports/layouts";
import type { ChosenTable } from "./use-table";

/** An empty file with a column for every importable field. */
function Template({ kind }: { kind: ImportKind }) {
  const t = useTranslations("import");
  const locale = useLocale();
  const columns = layouts[kind].columns.filter(({ isHidden }) => !isHidden);
  const titles = columns.map(({ name }) => t(`fields.${name}` as "fields.name"));
  const name = t(`template.files.${kind}`);
  const csv = () => saveFile(`${name}.csv`, csvFile([titles], csvStyleOf(locale)), "text/csv;charset=utf-8");
  const workbook = async () => {
    const { writeXlsx } = await import("hucre/xlsx");
    const bytes = await writeXlsx({
      sheets: [
        {
          name,
          columns: columns.map(({ isDate }, at) => ({
            ...(isDate && { numFmt: "yyyy-mm-dd" }),
            width: Math.max(12, (titles[at] ?? "").length + 2),
          })),
          rows: [titles],
          freezePane: { rows: 1 },
        },
      ],
    });
    saveFile(
      `${name}.xlsx`,
      Uint8Array.from(bytes),
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    );
  };
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted">{t("template.text")}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={csv}>{t("template.csv")}</Button>
        <Button onClick={() => void workbook()}>{t("template.xlsx")}</Button>
      </div>
    </div>
  );
}

type Props = {
  kind: ImportKind;
  onKind: (kind: ImportKind) => void;
  chosen: ChosenTable;
  onChange: () => void;
};

/** What is imported, and from which source. */
export function Source({ kind, onKind, chosen, onChange }: Props) {
  const t = useTranslations("import");
  const input = useRef<HTMLInputElement>(null);
  const { file, text, problem } = chosen;
  return (
    <Card title={t("source.title")} titleId="source">
      <div className="flex flex-col gap-5">
        <RadioGroup label={t("what")}>
          {importKinds.map((one) => (
            <Radio
              key={one}
              name="kind"
              checked={kind === one}
              onChange={() => onKind(one)}
              label={t(`kinds.${one}`)}
              description={t(`kindTexts.${one}`)}
            />
          ))}
        </RadioGroup>
        <Template kind={kind} />
        <Field label={t("source.rows")} help={t("source.help")} error={problem}>
          <Textarea
            value={text}
            onChange={({ target }) => {
              chosen.paste(target.value);
              onChange();
            }}
            rows={6}
            spellCheck={false}
            className="max-h-72 whitespace-pre font-mono text-xs"
          />
        </Field>
        <div>
          <input
            ref={input}
            type="file"
            aria-label={t("source.file")}
            accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
            hidden
            onChange={async ({ target }) => {
              const [picked] = target.files ?? [];
              if (picked) await chosen.choose(picked);
              target.value = "";
              onChange();
            }}
          />
          <Button onClick={() => input.current?.click()}>{t("source.file")}</Button>
        </div>
        {file ? (
          <div role="status">
            <Note title={file.name}>
              <p>{t("source.readAs", { encoding: file.table.readAs, count: file.table.rows.length })}</p>
              {file.table.readAs === "Windows-1252" ? <p>{t("source.guessed")}</p> : null}
              {file.table.sheet ? (
                <p>
                  {t("source.sheet", {
                    name: file.table.sheet.name,
                    others: file.table.sheet.otherCount,
                  })}
                </p>
              ) : null}
            </Note>
          </div>
        ) : null}
      </div>
    </Card>
  );
}
