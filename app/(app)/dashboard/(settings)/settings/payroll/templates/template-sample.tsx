"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { shownError } from "@/app/_kit/page/shown-error";
import { Card } from "@/app/_kit/ui/card";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Field } from "@/app/_kit/ui/field";
import { Note } from "@/app/_kit/ui/note";
import { Select } from "@/app/_kit/ui/select";
import { useTRPCClient } from "@/app/_trpc/client";
import { useAnswer } from "@/app/_trpc/use-answer";
import { Gaps } from "@/app/(app)/dashboard/(settings)/settings/payroll/gaps";
import {
  canSample,
  type TemplateValues,
  trimmed,
} from "@/app/(app)/dashboard/(settings)/settings/payroll/templates/form-values";

type Props = { values: TemplateValues; locations: readonly { id: string; name: string }[] };

/** What a sample can be asked for; null until every column has a title, and every code is there. */
function askedOf(values: TemplateValues, locationId: string) {
  if (!canSample(values)) return null;
  return { locationId: locationId || null, template: { ...trimmed(values), name: "Sample" } };
}

/** The first lines as the file would have them, of a location's last pay period. */
export function TemplateSample({ values, locations }: Props) {
  const t = useTranslations("payroll.sample");
  const words = useTranslations("payroll.run");
  const { payroll } = useTRPCClient();
  const [locationId, setLocationId] = useState(locations[0]?.id ?? "");
  const asked = askedOf(values, locationId);
  const { shown, error } = useAnswer(asked, (wanted) => payroll.templates.sample.mutate(wanted), {
    pauseMs: 300,
  });
  const data = shown?.found;
  return (
    <Card title={t("title")} titleId="payroll-sample">
      <div className="flex flex-col gap-5">
        {locations.length > 0 ? (
          <Field id="payroll-sample-location" label={t("location")} className="sm:max-w-96">
            <Select
              value={locationId}
              onChange={({ target }) => setLocationId(target.value)}
              options={[
                ...locations.map(({ id, name }) => ({ value: id, label: name })),
                { value: "", label: t("example") },
              ]}
            />
          </Field>
        ) : null}
        <div role="status" className="text-muted">
          {error ? <ErrorPanel error={shownError(error)} /> : null}
          {asked === null ? <p>{t("wait")}</p> : null}
          {asked && data && locationId ? <p>{t(data.isReal ? "real" : "made")}</p> : null}
        </div>
        {asked && data && data.replacedCount > 0 ? (
          <Note tone="warning" title={words("replaced", { count: data.replacedCount })}>
            <p>{words("replacedText")}</p>
          </Note>
        ) : null}
        {asked && data ? <Gaps {...data.gaps} /> : null}
        {asked && data ? <Sample format={values.format} {...data} /> : null}
      </div>
    </Card>
  );
}

type SampleProps = {
  format: TemplateValues["format"];
  titles: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
  text: string;
};

/** A text file as it is; a workbook as a table. */
function Sample({ format, titles, rows, text }: SampleProps) {
  const t = useTranslations("payroll.sample");
  if (format === "CSV") return <CodeBlock label={t("file")} code={text} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable scroll area needs a name, not a heading
    <div
      role="region"
      aria-label={t("table")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line"
    >
      <table className="w-max min-w-full text-start">
        <caption className="sr-only">{t("table")}</caption>
        <thead>
          <tr>
            {titles.map((title, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat
              <th key={place} scope="col" className="border-line border-b px-3 py-2 text-start font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name
            <tr key={row}>
              {cells.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no name
                <td key={place} className="px-3 py-1.5 tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
