"use client";

import { useTranslations } from "next-intl";
import { ChoiceList } from "@/app/_kit/form/choice-list";
import { NumberInSentence, RowFields } from "@/app/_kit/form/row-fields";
import type { Form } from "@/app/_kit/form/use-form";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { DateField } from "@/app/_kit/ui/date-field";
import { FieldError } from "@/app/_kit/ui/field-error";
import { Input } from "@/app/_kit/ui/input";
import { Select } from "@/app/_kit/ui/select";
import type { RuleValues, Targets } from "@/app/(app)/dashboard/(settings)/settings/leave-rules/rule-values";
import type { RuleKind } from "@/drizzle/schema/values";

export const idOf = (name: string): string => `rule-${name}`;

type Props = { kind: RuleKind; form: Form<RuleValues>; targets: Targets };
type NumberName = "days" | "amount" | "least" | "most" | "longerThan" | "withinDays";
type ChoiceName = "unit" | "measure" | "group" | "span";

const choices = {
  unit: ["CALENDAR_DAYS", "WORKING_DAYS"],
  measure: ["count", "percent"],
  group: ["DEPARTMENT", "LOCATION", "LABEL"],
  span: ["months", "days"],
} as const;
const groupsOf = { unit: "units", measure: "measures", group: "groups", span: "spans" } as const;

/** The rule as its sentence, with a field for each blank. */
export function SentenceFields(props: Props) {
  const { kind, form } = props;
  if (kind === "BLACKOUT") return <Ranges form={form} />;
  return (
    <div className="flex flex-col gap-4">
      <Sentence {...props} kind={kind} />
      {kind === "NOTICE" ? <Steps form={form} /> : null}
      {kind === "MAX_AWAY" ? <Counting {...props} /> : null}
    </div>
  );
}

function Sentence({ kind, form }: { kind: Exclude<RuleKind, "BLACKOUT">; form: Form<RuleValues> }) {
  const t = useTranslations("rules.form");
  const numeric = (name: NumberName) => () => (
    <Input
      key={name}
      id={idOf(name)}
      aria-label={t(name)}
      aria-invalid={form.errorAt(name) ? true : undefined}
      inputMode="decimal"
      autoComplete="off"
      className="inline-block w-18"
      {...form.bind(name)}
    />
  );
  const chosen = (name: ChoiceName) => () => (
    <Select
      key={name}
      id={idOf(name)}
      aria-label={t(name)}
      className="inline-block w-auto"
      options={choices[name].map((value) => ({
        value,
        label: t(`${groupsOf[name]}.${value}` as "units.CALENDAR_DAYS"),
      }))}
      {...form.bind(name)}
    />
  );
  const names = ["days", "amount", "least", "most", "longerThan", "withinDays"] as const;
  const help = helpOf(kind, form.values);
  const errors = names.flatMap((name) => form.errorAt(name) ?? []);
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-2 text-base">
        {t.rich(`sentences.${kind}`, {
          days: numeric("days"),
          amount: numeric("amount"),
          least: numeric("least"),
          most: numeric("most"),
          longerThan: numeric("longerThan"),
          withinDays: numeric("withinDays"),
          unit: chosen("unit"),
          measure: chosen("measure"),
          group: chosen("group"),
          span: chosen("span"),
        })}
      </p>
      <FieldError id={idOf("sentence-error")}>{errors[0]}</FieldError>
      {help ? <p className="text-muted text-xs">{t(help)}</p> : null}
    </div>
  );
}

/** What the sentence leaves open. */
function helpOf(kind: RuleKind, { measure }: RuleValues) {
  if (kind === "LENGTH") return "lengthHelp";
  if (kind === "PROOF") return "proofHelp";
  return kind === "MAX_AWAY" && measure === "percent" ? "percentHelp" : null;
}

/** Longer leave that needs more notice. */
function Steps({ form }: { form: Form<RuleValues> }) {
  const t = useTranslations("rules.form");
  return (
    <RowFields
      id={idOf("steps")}
      legend={t("steps")}
      error={form.errorAt("steps")}
      rows={form.values.steps}
      onChange={(steps) => form.change({ steps })}
      blank={{ from: "", days: "" }}
      words={{ add: t("addStep"), remove: (_, place) => t("removeStep", { place: place + 1 }) }}
    >
      {({ from, days }, set) =>
        t.rich("stepText", {
          from: () => (
            <NumberInSentence
              key="from"
              label={t("stepFrom")}
              inputMode="decimal"
              value={from}
              onChange={(value) => set({ from: value })}
            />
          ),
          days: () => (
            <NumberInSentence
              key="days"
              label={t("stepDays")}
              value={days}
              onChange={(value) => set({ days: value })}
            />
          ),
        })
      }
    </RowFields>
  );
}

/** The days of a rule about days without leave. */
function Ranges({ form }: { form: Form<RuleValues> }) {
  const t = useTranslations("rules.form");
  return (
    <RowFields
      id={idOf("ranges")}
      legend={t("ranges")}
      error={form.errorAt("ranges")}
      rows={form.values.ranges}
      onChange={(ranges) => form.change({ ranges })}
      blank={{ from: "", to: "", isYearly: false }}
      words={{ add: t("addRange"), remove: (_, place) => t("removeRange", { place: place + 1 }) }}
      least={1}
      rowClassName="items-end gap-x-4 gap-y-2"
    >
      {(range, set, place) => (
        <>
          <DateField
            label={t("rangeFrom")}
            id={idOf(`from-${place}`)}
            value={range.from}
            onChange={(from) => set({ from, to: range.to === "" ? from : range.to })}
            className="min-w-40 flex-1 sm:max-w-48"
          />
          <DateField
            label={t("rangeTo")}
            id={idOf(`to-${place}`)}
            value={range.to}
            openAt={range.from}
            onChange={(to) => set({ to })}
            className="min-w-40 flex-1 sm:max-w-48"
          />
          <Checkbox
            label={t("yearly")}
            checked={range.isYearly}
            onChange={({ target }) => set({ isYearly: target.checked })}
            className="pb-1.5"
          />
        </>
      )}
    </RowFields>
  );
}

/** Who counts as away. */
function Counting({ form, targets }: Props) {
  const t = useTranslations("rules.form");
  return (
    <>
      <Checkbox
        label={t("countsOpen")}
        checked={form.values.countsOpen}
        onChange={({ target }) => form.change({ countsOpen: target.checked })}
      />
      <ChoiceList
        id={idOf("ignoredLeaveTypeIds")}
        label={t("ignored")}
        help={t("ignoredHelp")}
        searchLabel={t("search")}
        none={t("nothing")}
        gone={t("gone")}
        choices={targets.leaveTypes}
        value={form.values.ignoredLeaveTypeIds}
        onChange={(ids) => form.change({ ignoredLeaveTypeIds: ids })}
        error={form.errorAt("ignoredLeaveTypeIds")}
      />
    </>
  );
}
