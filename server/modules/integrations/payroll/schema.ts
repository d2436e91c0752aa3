import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import {
  payrollDateForms,
  payrollDecimals,
  payrollEncodings,
  payrollFields,
  payrollFormats,
  payrollLineKinds,
  payrollSeparators,
} from "@/drizzle/schema/values";
import { pageInput } from "@/server/kernel/list-input";
import {
  dateText,
  idOf,
  limitParam,
  nameText,
  nextTokenParam,
  patchOf,
  wireDate,
  wireId,
  wireInstant,
} from "@/server/kernel/schema";
import { attemptText } from "@/server/modules/integrations/operations/schema";

const about = {
  format: "The kind of file: text, or a workbook whose dates and numbers are typed.",
  separator: "Between the cells of a CSV file.",
  decimal: "The decimal sign of a CSV file. A number that holds the separator is quoted.",
  encoding:
    "Of a CSV file. `UTF_8` begins with a byte order mark. In `WINDOWS_1252`, characters that it doesn't have become question marks.",
  dateForm:
    "`ISO` is 2026-11-30, `DAY_DOTS` 30.11.2026, `DAY_SLASHES` 30/11/2026, `MONTH_SLASHES` 11/30/2026, `DIGITS` 20261130.",
  codes:
    "What the file calls leave types, in place of their own `wageCode`. A code of one location stands before that of all locations.",
  codeLocation: "Null for all locations without a code of their own.",
  hasHeader: "Whether a CSV file begins with the titles. A workbook always does.",
};

const PayrollColumn = z
  .object({ field: z.enum(payrollFields), title: z.string() })
  .meta({ id: "PayrollColumn", description: "A column: what it holds, and its title." });

const layoutFields = {
  name: z.string(),
  columns: z.array(PayrollColumn),
  format: z.enum(payrollFormats).meta({ description: about.format }),
  separator: z.enum(payrollSeparators).meta({ description: about.separator }),
  decimal: z.enum(payrollDecimals).meta({ description: about.decimal }),
  encoding: z.enum(payrollEncodings).meta({ description: about.encoding }),
  dateForm: z.enum(payrollDateForms).meta({ description: about.dateForm }),
  hasHeader: z.boolean().meta({ description: about.hasHeader }),
};

/** How a run was written: its template, as it was then. */
const PayrollLayout = z.object(layoutFields).meta({ id: "PayrollLayout" });

const PayrollCode = z
  .object({
    leaveTypeId: wireId("leaveType"),
    locationId: wireId("location").nullable().meta({ description: about.codeLocation }),
    wageCode: z.string(),
  })
  .meta({ id: "PayrollCode" });

export const PayrollTemplate = z
  .object({
    ...{ id: wireId("payrollTemplate"), ...layoutFields },
    codes: z.array(PayrollCode).meta({
      description: `${about.codes} Those of a deleted leave type or location stay, without effect.`,
    }),
    ...{ createdAt: wireInstant, updatedAt: wireInstant },
  })
  .meta({ id: "PayrollTemplate" });

export const PayrollTemplateCreate = z
  .strictObject({
    name: nameText(limits.name),
    columns: z
      .array(
        z
          .strictObject({ field: z.enum(payrollFields), title: nameText(limits.name) })
          .meta({ id: "PayrollColumnInput" }),
      )
      .min(1, "Must have at least one column.")
      .max(limits.payrollColumns, `Must have at most ${limits.payrollColumns} columns.`)
      .meta({ description: "In the order of the file." }),
    format: z.enum(payrollFormats).default("CSV").meta({ description: about.format }),
    separator: z.enum(payrollSeparators).default("COMMA").meta({ description: about.separator }),
    decimal: z.enum(payrollDecimals).default("POINT").meta({ description: about.decimal }),
    encoding: z.enum(payrollEncodings).default("UTF_8").meta({ description: about.encoding }),
    dateForm: z.enum(payrollDateForms).default("ISO").meta({ description: about.dateForm }),
    hasHeader: z.boolean().default(true).meta({ description: about.hasHeader }),
    codes: z
      .array(
        z
          .strictObject({
            leaveTypeId: idOf("leaveType"),
            locationId: idOf("location").nullable().default(null).meta({ description: about.codeLocation }),
            wageCode: nameText(limits.wageCode),
          })
          .meta({ id: "PayrollCodeInput" }),
      )
      .max(limits.payrollCodes, `Must have at most ${limits.payrollCodes} codes.`)
      .default([])
      .meta({ description: about.codes }),
  })
  .meta({ id: "PayrollTemplateCreate" });
export type PayrollTemplateCreate = z.output<typeof PayrollTemplateCreate>;

/** Without the defaults of a new template: a field that is not sent keeps its value. */
export const PayrollTemplatePatch = patchOf(
  PayrollTemplateCreate.extend({
    format: PayrollTemplateCreate.shape.format.unwrap(),
    separator: PayrollTemplateCreate.shape.separator.unwrap(),
    decimal: PayrollTemplateCreate.shape.decimal.unwrap(),
    encoding: PayrollTemplateCreate.shape.encoding.unwrap(),
    dateForm: PayrollTemplateCreate.shape.dateForm.unwrap(),
    hasHeader: PayrollTemplateCreate.shape.hasHeader.unwrap(),
    codes: PayrollTemplateCreate.shape.codes.unwrap(),
  }),
).meta({ id: "PayrollTemplatePatch" });
export type PayrollTemplatePatch = z.output<typeof PayrollTemplatePatch>;

export const PayrollRun = z
  .object({
    id: wireId("payrollRun"),
    locationId: wireId("location"),
    locationName: z.string().meta({ description: "At the time of the run." }),
    startDate: wireDate,
    endDate: wireDate.meta({ description: "The last day of the pay period, inclusive." }),
    number: z.int().min(1).meta({ description: "Counts the runs of the same pay period of the location." }),
    template: PayrollLayout.meta({ description: "The template as it was at the time." }),
    createdById: wireId("user").nullable(),
    scheduledReportId: wireId("report")
      .nullable()
      .meta({ description: "The scheduled report that made it, which may be deleted since." }),
    createdAt: wireInstant,
  })
  .meta({ id: "PayrollRun" });

const amounts = { days: z.number(), hours: z.number() };

const PayrollTotal = z
  .object({
    kind: z.enum(payrollLineKinds),
    leaveTypeId: wireId("leaveType"),
    leaveTypeName: z.string(),
    wageCode: z.string().nullable(),
    lineCount: z.int(),
    userCount: z.int(),
    ...amounts,
  })
  .meta({ id: "PayrollTotal" });

export const PayrollRunDetails = PayrollRun.extend({
  lineCount: z.int(),
  replacedCharacterCount: z.int().meta({
    description: "How many characters became question marks, because the file's encoding doesn't have them.",
  }),
  totals: z.array(PayrollTotal).meta({ description: "By kind and leave type." }),
}).meta({ id: "PayrollRunDetails" });

export const PayrollLine = z
  .object({
    kind: z.enum(payrollLineKinds).meta({
      description:
        "`LEAVE`: approved leave, cut at the pay period. `CORRECTION`: of days that are closed. `BALANCE`: what is left on the last day of someone who leaves in the period.",
    }),
    userId: wireId("user"),
    employeeId: z.string().nullable(),
    name: z.string(),
    email: z.string().nullable().meta({ description: "Null once the user is erased." }),
    department: z.string(),
    leaveTypeId: wireId("leaveType"),
    leaveTypeName: z.string(),
    wageCode: z.string().nullable(),
    leaveId: wireId("leave").nullable().meta({ description: "The leave may be deleted since." }),
    ...amounts,
    firstDay: wireDate,
    lastDay: wireDate,
    note: z.string().nullable(),
  })
  .meta({ id: "PayrollLine" });

export const PayrollRunQuery = z.object({
  locationId: idOf("location").optional().meta({ description: "Only the runs of this location." }),
  limit: limitParam(100, 100),
  nextToken: nextTokenParam,
});

export const PayrollLineQuery = z.object({ limit: limitParam(500, 1000), nextToken: nextTokenParam });

export const PayrollFileQuery = z.object({
  format: z.enum(payrollFormats).optional().meta({ description: "In place of the template's format." }),
});

export const PayrollRunCreate = z
  .strictObject({
    locationId: idOf("location").meta({ description: "It has to have a `payPeriod`." }),
    date: dateText
      .optional()
      .meta({ description: "A day of the pay period. Defaults to the last pay period that is over." }),
    templateId: idOf("payrollTemplate")
      .nullable()
      .optional()
      .meta({ description: "Null (the default) for a CSV file with the usual columns." }),
  })
  .meta({ id: "PayrollRunCreate" });
export type PayrollRunCreate = z.output<typeof PayrollRunCreate>;

export const PayrollRunRef = z.strictObject({ id: idOf("payrollRun") });
export const PayrollClosedRequest = z.strictObject({ locationId: idOf("location") });
export const CorrectionTermsRequest = z.strictObject({ userId: idOf("user") });
export const PayrollTemplateRef = z.strictObject({ id: idOf("payrollTemplate") });
export const PayrollRunSearch = z.strictObject(pageInput);
export const PayrollLineSearch = z.strictObject({ ...PayrollRunRef.shape, ...pageInput });
export const PayrollRunSubmission = z.strictObject({ attempt: attemptText, run: PayrollRunCreate });
export const PayrollTemplateSubmission = z.strictObject({
  attempt: attemptText,
  template: PayrollTemplateCreate,
});
export const PayrollTemplateChange = z.strictObject({
  ...PayrollTemplateRef.shape,
  patch: PayrollTemplatePatch,
});
/** Lines to show a template by: those of a location's last pay period that is over. */
export const PayrollSampleRequest = z.strictObject({
  locationId: idOf("location").nullable(),
  template: PayrollTemplateCreate,
});
export type PayrollSampleRequest = z.output<typeof PayrollSampleRequest>;
