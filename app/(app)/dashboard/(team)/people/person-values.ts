import type { useTranslations } from "next-intl";
import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import type { Role } from "@/drizzle/schema/values";
import { emailAddress } from "@/server/kernel/mail/email-address";
import { isCalendarDate } from "@/server/kernel/time/date-range";

export type PersonWords = ReturnType<typeof useTranslations<"people.form">>;

/** The form values of a person. Dates are `YYYY-MM-DD`, empty for none; labels and places are ids. */
export interface PersonValues {
  name: string;
  email: string;
  departmentId: string;
  locationId: string;
  labels: string[];
  /** The manager's id; empty for none. */
  approverId: string;
  employeeId: string;
  startDate: string;
  endDate: string;
  birthday: string;
  role: Role;
  managedLocationIds: string[];
  approvedDepartmentIds: string[];
}

const optionalDate = (t: PersonWords) =>
  z.string().refine((text) => text === "" || isCalendarDate(text), t("dateNeeded"));

/** The server's rules, with messages that stand alone in an error summary. */
export const personRules = (t: PersonWords) =>
  z
    .object({
      name: z
        .string()
        .trim()
        .min(1, t("nameNeeded"))
        .max(limits.personName, t("nameLong", { most: limits.personName })),
      email: z
        .string()
        .trim()
        .refine((text) => emailAddress(text) !== null, t("emailNeeded")),
      departmentId: z.string().min(1, t("departmentNeeded")),
      locationId: z.string().min(1, t("locationNeeded")),
      labels: z
        .array(z.string())
        .max(limits.labelsOfPerson, t("labelsMany", { most: limits.labelsOfPerson })),
      approverId: z.string(),
      employeeId: z
        .string()
        .trim()
        .max(limits.employeeId, t("employeeIdLong", { most: limits.employeeId })),
      startDate: optionalDate(t),
      endDate: optionalDate(t),
      birthday: optionalDate(t),
      role: z.enum(["USER", "APPROVER", "LOCATION_ADMIN", "ADMIN"]),
      managedLocationIds: z.array(z.string()),
      approvedDepartmentIds: z.array(z.string()),
    })
    .refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
      path: ["endDate"],
      error: t("inOrder"),
    })
    .refine(({ role, managedLocationIds }) => role !== "LOCATION_ADMIN" || managedLocationIds.length > 0, {
      path: ["managedLocationIds"],
      error: t("managedNeeded"),
    })
    .refine(({ role, approvedDepartmentIds }) => role !== "APPROVER" || approvedDepartmentIds.length > 0, {
      path: ["approvedDepartmentIds"],
      error: t("approvedNeeded"),
    });
