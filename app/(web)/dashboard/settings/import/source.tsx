"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "@/app/_ui/button";
import { Card } from "@/app/_ui/card";
import { Field } from "@/app/_ui/field";
import { Radio, RadioGroup } from "@/app/_ui/radio-group";
import { Textarea } from "@/app/_ui/textarea";
import { type ImportKind, importKinds } from "@/app/(web)/dashboard/settings/import/fields";

type Props = {
  kind: ImportKind;
  onKind: (kind: ImportKind) => void;
  text: string;
  onText: (text: string) => void;
  error: string | null;
};

/** What is imported, and out of what. */
export function Source({ kind, onKind, text, onText, error }: Props) {
  const t = useTranslations("import");
  const file = useRef<HTMLInputElement>(null);
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
        <Field label={t("source.rows")} help={t("source.help")} error={error}>
          <Textarea
            value={text}
            onChange={({ target }) => onText(target.value)}
            rows={6}
            spellCheck={false}
            className="max-h-72 whitespace-pre font-mono text-xs"
          />
        </Field>
        <div>
          <input
            ref={file}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            hidden
            onChange={async ({ target }) => {
              const [chosen] = target.files ?? [];
              if (chosen) onText(await chosen.text());
              target.value = "";
            }}
          />
          <Button onClick={() => file.current?.click()}>{t("source.file")}</Button>
        </div>
      </div>
    </Card>
  );
}
