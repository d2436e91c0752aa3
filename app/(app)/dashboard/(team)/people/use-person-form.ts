"use client";

import { useTranslations } from "next-intl";
import { readBy } from "@/app/_kit/form/read-by";
import { fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { errorOf } from "@/app/_trpc/error-of";
import { personFields } from "@/app/(app)/dashboard/(team)/people/person-body";
import { fieldId } from "@/app/(app)/dashboard/(team)/people/person-form";
import type { PersonValues } from "@/app/(app)/dashboard/(team)/people/person-values";

/** The form of a new or existing person. */
export function usePersonForm(start: PersonValues, save: (values: PersonValues) => Promise<unknown>) {
  const t = useTranslations("people.form");
  return useForm<PersonValues>(start, {
    read: async (values) => {
      const { personRules } = await import("@/app/(app)/dashboard/(team)/people/person-values");
      return readBy(personRules(t), values);
    },
    fieldOf: fieldAmong(personFields),
    faultsOf: (error) => {
      const body = errorOf(error);
      if (body?.code === "LEAVE_NEGATIVE_BALANCE") {
        const days = Number(body.details?.missing ?? 0);
        return [{ path: "locationId", message: t("uncovered", { days }) }];
      }
      const isTaken = body?.code === "CONFLICT" && body.description.includes("email address");
      return isTaken ? [{ path: "email", message: t("emailTaken") }] : [];
    },
    save,
    idOf: fieldId,
  });
}
