"use client";

import { useTranslations } from "next-intl";
import { faultsOf, fieldOf } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-faults";
import type {
  DestinationValues,
  FormValues,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-values";
import {
  type CheckedForm,
  useCheckedForm,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-checked-form";
import { limits } from "@/drizzle/schema/limits";

export interface NotificationForm extends CheckedForm<FormValues> {
  changeDestination(key: string, part: Partial<DestinationValues>): void;
}

/**
 * The state of a notification's form.
 * @param save submits the form; errors that it throws are shown at their fields
 */
export function useNotificationForm(
  start: FormValues,
  save: (values: FormValues) => Promise<unknown>,
): NotificationForm {
  const t = useTranslations("notifications.faults");
  const form = useCheckedForm(start, {
    faultsOf: (values) =>
      faultsOf(values).map(({ path, key }) => ({ path, message: t(key, { most: limits.name }) })),
    fieldOf,
    save,
  });
  const changeDestination = (key: string, part: Partial<DestinationValues>) => {
    const at = `destinations.${form.values.destinations.findIndex((one) => one.key === key)}`;
    const fields = Object.keys(part).map((name) => (name === "typed" ? "emails" : name));
    // Another platform has other fields.
    const touched = part.platform ? [at] : fields.map((name) => `${at}.${name}`);
    form.changeAt(touched, (before) => ({
      ...before,
      destinations: before.destinations.map((one) => (one.key === key ? { ...one, ...part } : one)),
    }));
  };
  return { ...form, changeDestination };
}
