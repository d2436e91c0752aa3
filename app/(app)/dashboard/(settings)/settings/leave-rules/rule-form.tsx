"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChoiceList } from "@/app/_kit/form/choice-list";
import { FormButtons } from "@/app/_kit/form/form-buttons";
import { LeaveGuard } from "@/app/_kit/form/leave-guard";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { type Form, useForm } from "@/app/_kit/form/use-form";
import { Card } from "@/app/_kit/ui/card";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { DateField } from "@/app/_kit/ui/date-field";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Fieldset } from "@/app/_kit/ui/fieldset";
import { Input } from "@/app/_kit/ui/input";
import { besideContent } from "@/app/_kit/ui/layouts";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  type OpenedLeave,
  RuleEffect,
} from "@/app/(app)/dashboard/(settings)/settings/leave-rules/rule-effect";
import {
  faultsOf,
  fieldOf,
  newValues,
  type Rule,
  type RuleValues,
  ruleOf,
  type Targets,
  valuesOf,
} from "@/app/(app)/dashboard/(settings)/settings/leave-rules/rule-values";
import { idOf, SentenceFields } from "@/app/(app)/dashboard/(settings)/settings/leave-rules/sentence-fields";
import { paths } from "@/app/paths";
import { limits } from "@/drizzle/schema/limits";
import { asksForCertificate, type RuleKind, ruleEffects } from "@/drizzle/schema/values";

type Props = { kind: RuleKind; targets: Targets; rule?: Rule; opened?: OpenedLeave | undefined };

/** A rule as its sentence with blanks, whom it is for, and beside it what it does. */
export function RuleForm({ kind, targets, rule, opened }: Props) {
  const t = useTranslations("rules.form");
  const kinds = useTranslations("rules.kinds");
  const router = useRouter();
  const toast = useToast();
  const { leaveRules } = useTRPCClient();
  const attemptOf = useAttempt();
  const [done, setDone] = useState(false);
  const form = useForm<RuleValues>(rule ? valuesOf(rule) : newValues(kind, kinds(`${kind}.name`)), {
    read: (values) => {
      const faults = faultsOf(kind, values).map(({ path, word }) => ({ path, message: t(`faults.${word}`) }));
      return faults.length > 0 ? { faults } : { output: values };
    },
    fieldOf,
    idOf,
    save: async (values) => {
      const { kind: of, ...patch } = ruleOf(kind, values);
      if (rule) await leaveRules.update.mutate({ id: rule.id, patch });
      else {
        const made = { kind: of, ...patch };
        await leaveRules.create.mutate({ attempt: attemptOf(made), rule: made });
      }
      setDone(true);
      toast.success(t(rule ? "saved" : "added"));
      // Not push: Back should not lead to a form that was sent.
      router.replace(paths.leaveRules);
      router.refresh();
    },
  });
  const { values } = form;
  const isWhole = values.name.trim() !== "" && faultsOf(kind, values).length === 0;
  return (
    <div className={besideContent}>
      <form onSubmit={form.submit} noValidate className="flex min-w-0 flex-col gap-5">
        <ErrorSummary errors={form.summary} />
        <Card title={t("sentence")} titleId="rule-sentence">
          <div className="flex flex-col gap-5">
            <SentenceFields kind={kind} form={form} targets={targets} />
            <Field
              id={idOf("name")}
              label={t("name")}
              help={t(asksForCertificate(kind) ? "nameHelpProof" : "nameHelp")}
              error={form.errorAt("name")}
              required
              className="sm:max-w-96"
            >
              <Input {...form.bind("name")} maxLength={limits.name} autoComplete="off" />
            </Field>
            {asksForCertificate(kind) ? null : <Effects form={form} />}
            <Checkbox
              label={t("isEnabled")}
              checked={values.isEnabled}
              onChange={({ target }) => form.change({ isEnabled: target.checked })}
            />
          </div>
        </Card>
        <Who form={form} targets={targets} />
        {form.failure ? <ErrorPanel error={form.failure} /> : null}
        <FormButtons
          submit={t(rule ? "save" : "submit")}
          pending={form.isSaving || done}
          cancel={{ label: t("cancel"), href: paths.leaveRules }}
        />
        <LeaveGuard active={form.isDirty && !done} title={t("leave")} />
      </form>
      <RuleEffect kind={kind} rule={isWhole ? ruleOf(kind, values) : null} opened={opened} />
    </div>
  );
}

function Effects({ form }: { form: Form<RuleValues> }) {
  const t = useTranslations("rules.form");
  return (
    <RadioGroup label={t("effect")}>
      {ruleEffects.map((effect) => (
        <Radio
          key={effect}
          name="effect"
          value={effect}
          label={t(effect)}
          description={t(`${effect}Text`)}
          checked={form.values.effect === effect}
          onChange={() => form.change({ effect })}
        />
      ))}
    </RadioGroup>
  );
}

const targetLists = [
  ["leaveTypeIds", "leaveTypes"],
  ["locationIds", "locations"],
  ["departmentIds", "departments"],
  ["labelIds", "labels"],
  ["exemptLabelIds", "labels"],
] as const;

/** Whom the rule is for, and when. */
function Who({ form, targets }: { form: Form<RuleValues>; targets: Targets }) {
  const t = useTranslations("rules.form");
  return (
    <Card title={t("who")} titleId="rule-who" description={t("whoHelp")}>
      <div className="flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          {targetLists.map(([field, kind]) => (
            <ChoiceList
              key={field}
              id={idOf(field)}
              label={t(field)}
              searchLabel={t("search")}
              none={t("nothing")}
              gone={t("gone")}
              choices={targets[kind]}
              value={form.values[field]}
              onChange={(ids) => form.change({ [field]: ids })}
              error={form.errorAt(field)}
            />
          ))}
        </div>
        <Fieldset legend={t("when")} help={t("whenHelp")}>
          <div className="flex flex-wrap gap-4">
            {(["fromDate", "toDate"] as const).map((field) => (
              <DateField
                key={field}
                id={idOf(field)}
                label={t(field)}
                value={form.values[field]}
                error={form.errorAt(field)}
                onChange={(day) => form.change({ [field]: day })}
                className="min-w-40 flex-1 sm:max-w-56"
              />
            ))}
          </div>
        </Fieldset>
      </div>
    </Card>
  );
}
