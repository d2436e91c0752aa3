"use client";

import { useTranslations } from "next-intl";
import { FormButtons } from "@/app/_kit/form/form-buttons";
import { LeaveGuard } from "@/app/_kit/form/leave-guard";
import { type Form, fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { Card } from "@/app/_kit/ui/card";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Fieldset } from "@/app/_kit/ui/fieldset";
import { besidePolicy } from "@/app/_kit/ui/layouts";
import { Select } from "@/app/_kit/ui/select";
import { useTRPCClient } from "@/app/_trpc/client";
import { errorOf } from "@/app/_trpc/error-of";
import type { LeaveType } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/(type)/edit-type";
import { ApprovalFields } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/approval-fields";
import { CreditFields } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/credit-fields";
import { Effect } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/effect";
import {
  type Policies,
  type PolicyValues,
  readPolicies,
  valuesOf,
} from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/policy-values";
import { QuotaFields } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/quota-fields";
import {
  hoursPerDayOf,
  type Place,
  usePolicyWords,
} from "@/app/(app)/dashboard/(settings)/settings/leave-types/use-policy-words";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import { paths } from "@/app/paths";
import { countModes, shortestDurations } from "@/drizzle/schema/values";

const idOf = (name: string) => `policy-${name}`;
const fields = [
  ...[
    "shortestDuration",
    "countMode",
    "yearlyQuota",
    "accrual",
    "accrualTiming",
    "hoursWorkedRate",
    "accrualCap",
    "firstYear",
    "firstYearMonths",
  ],
  ...["quotaRounding", "tenureSteps", "tenureFrom", "labelDays", "rollover", "rolloverMaximum"],
  ...["carryExpiry", "carryDays", "carryMonths", "carryUse", "lapseNotices", "creditValidDays"],
];

type Named = { id: string; name: string };
type Props = {
  type: LeaveType;
  locationId: string;
  locations: readonly Place[];
  labels: readonly Named[];
  /** Accrual and hourly leave need the Complete plan. */
  isComplete: boolean;
};

/** The policy of a leave type in one location, with its effect. It can be copied to other locations. */
export function PolicyForm({ type, locationId, locations, labels, isComplete }: Props) {
  const t = useTranslations("policies.policy");
  const common = useTranslations("policies");
  const calls = useTRPCClient();
  const saved = useSaved();
  const present = type.policies.find((policy) => policy.locationId === locationId);
  const read = (values: PolicyValues) => readPolicies(values, locationId, (field) => t(`faults.${field}`));
  const form = useForm<PolicyValues, Policies>(valuesOf(present, labels), {
    read,
    fieldOf: (path) => fieldAmong(fields)(path.replace(/^policies\.\d+\./, "")),
    // The effect beside the form lists them by name.
    faultsOf: (error) =>
      errorOf(error)?.code === "LEAVE_NEGATIVE_BALANCE"
        ? [{ path: "yearlyQuota", message: t("faults.uncovered") }]
        : [],
    idOf,
    save: async (policies) => {
      await calls.leaveTypes.update.mutate({ id: type.id, patch: { policies } });
      saved(common("saved"), paths.leaveTypes);
    },
  });
  const { values, errorAt, change } = form;
  const reading = read(values);
  const durations = shortestDurations.filter(
    (each) => isComplete || each.endsWith("_DAY") || each === present?.shortestDuration,
  );
  return (
    <div className={besidePolicy}>
      <Card>
        <form onSubmit={form.submit} noValidate autoComplete="off" className="flex flex-col gap-5">
          <ErrorSummary errors={form.summary} />
          <QuotaFields
            {...{ form, idOf, labels, isComplete, present }}
            hoursPerDay={hoursPerDayOf(
              type,
              locations.find(({ id }) => id === locationId),
            )}
          />
          <CreditFields form={form} idOf={idOf} />
          <ApprovalFields form={form} idOf={idOf} isComplete={isComplete} />
          <Checkbox
            label={t("reasonRequired")}
            checked={values.reasonRequired}
            onChange={({ target }) => change({ reasonRequired: target.checked })}
          />
          <Field
            id={idOf("shortestDuration")}
            label={t("shortestDuration")}
            help={isComplete ? undefined : t("hoursNeedPlan")}
            error={errorAt("shortestDuration")}
            className="sm:max-w-96"
          >
            <Select
              {...form.bind("shortestDuration")}
              options={durations.map((value) => ({ value, label: t(`shortestDurations.${value}`) }))}
            />
          </Field>
          <Field
            id={idOf("countMode")}
            label={t("countMode")}
            help={t("countModeHelp")}
            error={errorAt("countMode")}
            className="sm:max-w-96"
          >
            <Select
              {...form.bind("countMode")}
              options={countModes.map((value) => ({ value, label: t(`countModes.${value}`) }))}
            />
          </Field>
          <CopyTo form={form} type={type} locations={locations.filter(({ id }) => id !== locationId)} />
          {form.failure ? <ErrorPanel error={form.failure} /> : null}
          <FormButtons
            submit={t("save", { count: 1 + values.copyTo.length })}
            pending={form.isSaving}
            cancel={{ label: common("cancel"), href: paths.leaveTypes }}
          />
          <LeaveGuard active={form.isDirty} title={common("leaveChanges")} />
        </form>
      </Card>
      <Effect
        leaveTypeId={type.id}
        policies={"output" in reading ? (reading.output ?? null) : null}
        locations={locations}
        labels={labels}
      />
    </div>
  );
}

type CopyProps = { form: Form<PolicyValues>; type: LeaveType; locations: readonly Place[] };

/** Other locations, each with its current policy. */
function CopyTo({ form: { values, change }, type, locations }: CopyProps) {
  const t = useTranslations("policies");
  const words = usePolicyWords();
  if (locations.length === 0) return null;
  const policies = new Map(type.policies.map((policy) => [policy.locationId, policy]));
  return (
    <Fieldset legend={t("policy.copyTo")} help={t("policy.copyToHelp")}>
      {locations.map((location) => {
        const { id, name } = location;
        const policy = policies.get(id);
        return (
          <Checkbox
            key={id}
            label={name}
            description={
              policy ? t("policy.hasNow", { policy: words.quota(policy, type, location) }) : t("notOffered")
            }
            checked={values.copyTo.includes(id)}
            onChange={({ target }) =>
              change({
                copyTo: target.checked ? [...values.copyTo, id] : values.copyTo.filter((each) => each !== id),
              })
            }
          />
        );
      })}
    </Fieldset>
  );
}
