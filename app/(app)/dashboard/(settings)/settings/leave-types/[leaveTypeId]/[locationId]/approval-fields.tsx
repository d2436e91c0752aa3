"use client";

import { useTranslations } from "next-intl";
import type { Form } from "@/app/_kit/form/use-form";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import type { PolicyValues } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/policy-values";
import { deciders } from "@/drizzle/schema/values";

const levels = ["0", "1", "2"] as const;

type Props = {
  form: Form<PolicyValues>;
  idOf: (name: string) => string;
  /** Two levels need the Complete plan. */
  isComplete: boolean;
};

/** How many approve a request, who they are, and whether cancelling needs them, too. */
export function ApprovalFields({ form, idOf, isComplete }: Props) {
  const t = useTranslations("policies.policy");
  const { values, bind, change } = form;
  const hasLevels = values.decidedBy === "DEPARTMENT" && values.approvalLevels !== "0";
  return (
    <>
      <Field
        id={idOf("approvalLevels")}
        label={t("approvalLevels")}
        help={
          hasLevels && values.approvalLevels === "2"
            ? t(isComplete ? "twoLevels" : "twoLevelsPlan")
            : undefined
        }
        className="sm:max-w-96"
      >
        <Select
          {...bind("approvalLevels")}
          options={levels.map((value) => ({ value, label: t(`levels.${value}`) }))}
        />
      </Field>
      <Field
        id={idOf("decidedBy")}
        label={t("decidedBy")}
        help={t(`decidedByHelp.${values.decidedBy}`)}
        className="sm:max-w-96"
      >
        <Select
          {...bind("decidedBy")}
          options={deciders.map((value) => ({ value, label: t(`deciders.${value}`) }))}
        />
      </Field>
      <Checkbox
        label={t("changesNeedConsent")}
        description={t("changesNeedConsentText")}
        checked={values.changesNeedConsent}
        onChange={({ target }) => change({ changesNeedConsent: target.checked })}
      />
    </>
  );
}
