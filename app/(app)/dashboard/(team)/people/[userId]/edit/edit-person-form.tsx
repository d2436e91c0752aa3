"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { useEndedLeave } from "@/app/(app)/dashboard/(team)/people/[userId]/edit/ended-leave";
import type { PersonDetails } from "@/app/(app)/dashboard/(team)/people/person";
import { type PersonChoices, PersonFields } from "@/app/(app)/dashboard/(team)/people/person-form";
import { PersonFormFrame } from "@/app/(app)/dashboard/(team)/people/person-form-frame";
import type { PersonValues } from "@/app/(app)/dashboard/(team)/people/person-values";
import { patchOf, usePersonForm } from "@/app/(app)/dashboard/(team)/people/use-person-form";
import { paths } from "@/app/paths";

type Props = { person: PersonDetails; choices: PersonChoices };

const ids = (places: readonly { id: string }[] = []) => places.map(({ id }) => id);

const valuesOf = (
  { name, department, location, details, employment, profile }: PersonDetails,
  { labels }: PersonChoices,
): PersonValues => ({
  name,
  email: details?.email ?? "",
  departmentId: department.id,
  locationId: location.id,
  labels: ids(labels.filter((label) => details?.labels.includes(label.name))),
  employeeId: employment?.employeeId ?? "",
  startDate: employment?.startDate ?? "",
  endDate: employment?.endDate ?? "",
  birthday: profile?.birthday ?? "",
  role: details?.role ?? "USER",
  managedLocationIds: ids(profile?.managedLocations),
  approvedDepartmentIds: ids(profile?.approvedDepartments),
});

/** Edits a person. Sends only changed fields. */
export function EditPersonForm({ person, choices }: Props) {
  const t = useTranslations("people");
  const router = useRouter();
  const toast = useToast();
  const { people, leaves } = useTRPCClient();
  const ended = useEndedLeave();
  const [before] = useState(() => valuesOf(person, choices));
  const [done, setDone] = useState(false);
  const { appoint, changeSignIn } = person.may;
  const form = usePersonForm(before, async (values) => {
    const patch = patchOf(before, values, appoint);
    const { startDate, endDate } = patch;
    const misfits =
      startDate || endDate
        ? await leaves.previewEmployment.query({ userId: person.id, startDate, endDate })
        : [];
    if (!(await ended.confirm(misfits))) return;
    if (Object.keys(patch).length > 0) await people.update.mutate({ id: person.id, patch });
    setDone(true);
    toast.success(t("edit.done"));
    // Not push: Back should not lead to a form that was sent.
    router.replace(paths.person(person.id));
    router.refresh();
  });
  // Undone edits count as no change: only the request body matters.
  const isDirty = Object.keys(patchOf(before, form.values, appoint)).length > 0;
  const isMoved = form.values.locationId !== before.locationId;
  return (
    <PersonFormFrame
      form={{ ...form, isDirty, isSaving: form.isSaving && !ended.isAsked }}
      done={done}
      submit={t("edit.submit")}
      leave={t("edit.leave")}
      backHref={paths.person(person.id)}
    >
      <PersonFields
        form={form}
        choices={choices}
        appoints={appoint}
        emailHelp={changeSignIn ? undefined : t("edit.reachesFurther")}
        locationHelp={isMoved ? t("edit.moved") : undefined}
      />
      {ended.dialog}
    </PersonFormFrame>
  );
}
