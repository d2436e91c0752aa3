"use client";

import { useTranslations } from "next-intl";
import { readBy } from "@/app/_kit/form/read-by";
import { fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { errorOf } from "@/app/_trpc/error-of";
import { amountIn } from "@/server/kernel/time/amount";
import { fieldId } from "./person-form";
import type { PersonValues } from "./person-values";

const personFields = [
  "name",
  "email",
  "departmentId",
  "locationId",
  "labels",
  "approverId",
  "employeeId",
  "startDate",
  "endDate",
  "birthday",
  "role",
  "managedLocationIds",
  "approvedDepartmentIds",
] as const;

const orNull = (text: string): string | null => text || null;

const roleOf = ({ role, managedLocationIds, approvedDepartmentIds }: PersonValues) => ({
  role,
  ...(role === "LOCATION_ADMIN" && { managedLocationIds }),
  ...(role === "APPROVER" && { approvedDepartmentIds }),
});

/** The form values as input of the procedures. */
const bodyOf = (values: PersonValues) => {
  const { name, email, departmentId, locationId, labels, approverId, employeeId } = values;
  const { startDate, endDate, birthday } = values;
  return {
    ...{ name, email, departmentId, locationId, labels },
    approverId: orNull(approverId),
    employeeId: orNull(employeeId),
    startDate: orNull(startDate),
    endDate: orNull(endDate),
    birthday: orNull(birthday),
  };
};

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The changed fields as input of the procedures. Concurrent changes to other fields stay.
 * @param appoints whether the visitor may change the role
 */
export function patchOf(before: PersonValues, after: PersonValues, appoints: boolean) {
  const was = bodyOf(before);
  const changed = Object.entries(bodyOf(after)).filter(
    ([name, value]) => !isSame(value, was[name as keyof typeof was]),
  );
  const patch: Partial<ReturnType<typeof bodyOf>> = Object.fromEntries(changed);
  return { ...patch, ...(appoints && !isSame(roleOf(before), roleOf(after)) && roleOf(after)) };
}

/** The form values of a new person. */
export const newBodyOf = (values: PersonValues, appoints: boolean) => ({
  ...bodyOf(values),
  ...(appoints && values.role !== "USER" && roleOf(values)),
});

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
        // The day of the form's person is not known here.
        const { days } = amountIn(Number(body.details?.missing ?? 0), null);
        return [{ path: "locationId", message: t("uncovered", { days }) }];
      }
      return body?.reason?.key === "emailTaken" ? [{ path: "email", message: t("emailTaken") }] : [];
    },
    save,
    idOf: fieldId,
  });
}
