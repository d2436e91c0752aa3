import type { useTranslations } from "next-intl";
import type { FieldMessage, Reading } from "@/app/_kit/form/read-by";
import type { PayrollCode, PayrollLayout } from "@/drizzle/schema/payroll";

/** With the public IDs of what the codes name. */
export type TemplateValues = PayrollLayout & { codes: PayrollCode[] };

/** What the codes of a template can name. */
export interface CodeChoices {
  places: readonly { id: string; name: string }[];
  leaveTypes: readonly { id: string; name: string; wageCode: string | null }[];
}

/** Without codes of what was deleted since: they have no effect. */
export const knownCodes = (
  codes: readonly PayrollCode[],
  { places, leaveTypes }: CodeChoices,
): PayrollCode[] =>
  codes.filter(
    ({ leaveTypeId, locationId }) =>
      leaveTypes.some(({ id }) => id === leaveTypeId) &&
      (locationId === null || places.some(({ id }) => id === locationId)),
  );

type Words = ReturnType<typeof useTranslations<"payroll.template">>;

/** Without blanks around names, titles and codes. */
export const trimmed = (values: TemplateValues): TemplateValues => ({
  ...values,
  name: values.name.trim(),
  columns: values.columns.map(({ field, title }) => ({ field, title: title.trim() })),
  codes: values.codes.map((code) => ({ ...code, wageCode: code.wageCode.trim() })),
});

const keyOf = ({ leaveTypeId, locationId }: PayrollCode): string => `${leaveTypeId} ${locationId}`;

/** The place of the first code for the same leave type and location as an earlier one; -1 where there is none. */
const repeatedIn = (codes: readonly PayrollCode[]): number =>
  codes.findIndex((code, place) => codes.findIndex((other) => keyOf(other) === keyOf(code)) < place);

/** Whether a sample can be made: everything but the name. */
export const canSample = ({ columns, codes }: TemplateValues): boolean =>
  columns.length > 0 &&
  columns.every(({ title }) => title.trim() !== "") &&
  codes.every(({ wageCode }) => wageCode.trim() !== "");

/** The server's rules, with messages that stand alone in an error summary. */
export function readTemplate(values: TemplateValues, t: Words): Reading<TemplateValues> {
  const template = trimmed(values);
  const faults: FieldMessage[] = [
    ...(template.name === "" ? [{ path: "name", message: t("nameNeeded") }] : []),
    ...(template.columns.length === 0 ? [{ path: "columns", message: t("columnNeeded") }] : []),
  ];
  const untitled = template.columns.findIndex(({ title }) => title === "");
  if (untitled >= 0) faults.push({ path: "columns", message: t("titleNeeded", { place: untitled + 1 }) });
  const [empty, repeated] = [
    template.codes.findIndex(({ wageCode }) => wageCode === ""),
    repeatedIn(template.codes),
  ];
  if (empty >= 0) faults.push({ path: "codes", message: t("codeNeeded", { place: empty + 1 }) });
  else if (repeated >= 0) faults.push({ path: "codes", message: t("codeRepeated", { place: repeated + 1 }) });
  return faults.length > 0 ? { faults } : { output: template };
}
