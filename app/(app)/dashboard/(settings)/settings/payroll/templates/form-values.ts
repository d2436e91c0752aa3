import type { useTranslations } from "next-intl";
import type { FieldMessage, Reading } from "@/app/_kit/form/read-by";
import type { PayrollLayout } from "@/drizzle/schema/payroll";

export type TemplateValues = PayrollLayout;
type Words = ReturnType<typeof useTranslations<"payroll.template">>;

/** Without blanks around names and titles. */
export const trimmed = (values: TemplateValues): TemplateValues => ({
  ...values,
  name: values.name.trim(),
  columns: values.columns.map(({ field, title }) => ({ field, title: title.trim() })),
});

/** Whether a sample can be made: everything but the name. */
export const hasColumns = ({ columns }: TemplateValues): boolean =>
  columns.length > 0 && columns.every(({ title }) => title.trim() !== "");

/** The server's rules, with messages that stand alone in an error summary. */
export function readTemplate(values: TemplateValues, t: Words): Reading<TemplateValues> {
  const template = trimmed(values);
  const faults: FieldMessage[] = [
    ...(template.name === "" ? [{ path: "name", message: t("nameNeeded") }] : []),
    ...(template.columns.length === 0 ? [{ path: "columns", message: t("columnNeeded") }] : []),
  ];
  const untitled = template.columns.findIndex(({ title }) => title === "");
  if (untitled >= 0) faults.push({ path: "columns", message: t("titleNeeded", { place: untitled + 1 }) });
  return faults.length > 0 ? { faults } : { output: template };
}
