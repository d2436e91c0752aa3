"use client";

import { useTranslations } from "next-intl";
import type { Form } from "@/app/_kit/form/use-form";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import type { PolicyValues } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/policy-values";

type Props = { form: Form<PolicyValues>; idOf: (name: string) => string };

/** Whether people may ask for credits, and how long one can be used. Unlimited leave has none. */
export function CreditFields({ form, idOf }: Props) {
  const t = useTranslations("policies.policy");
  const { values, bind, change, errorAt } = form;
  if (values.unlimited) return null;
  return (
    <>
      <Checkbox
        label={t("creditsRequestable")}
        description={t("creditsRequestableText")}
        checked={values.creditsRequestable}
        onChange={({ target }) => change({ creditsRequestable: target.checked })}
      />
      <Field
        id={idOf("creditValidDays")}
        label={t("creditValidDays")}
        help={t("creditValidDaysHelp")}
        error={errorAt("creditValidDays")}
        className="sm:max-w-96"
      >
        <Input {...bind("creditValidDays")} inputMode="numeric" className="max-w-28" />
      </Field>
    </>
  );
}
