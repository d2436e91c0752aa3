"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { AlertDialog } from "@/app/_kit/ui/alert-dialog";
import { Note } from "@/app/_kit/ui/note";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { HandOverField } from "@/app/(app)/dashboard/(team)/people/[userId]/hand-over";
import type { PersonDetails } from "@/app/(app)/dashboard/(team)/people/person";
import { type PersonChoices, PersonFields } from "@/app/(app)/dashboard/(team)/people/person-form";
import { PersonFormFrame } from "@/app/(app)/dashboard/(team)/people/person-form-frame";
import type { PersonValues } from "@/app/(app)/dashboard/(team)/people/person-values";
import { patchOf, usePersonForm } from "@/app/(app)/dashboard/(team)/people/use-person-form";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";
import { amountIn } from "@/server/kernel/time/amount";

type Effect = inferRouterOutputs<AppRouter>["leaves"]["previewEmployment"];

const nothing: Effect = { leaves: [], lastDay: null, finalBalances: [] };

/** Asks whether leave may end with the employment, if there is any: the function to call, and the dialog. */
function useEndedLeave() {
  const t = useTranslations("people.edit.ended");
  const [effect, setEffect] = useState<Effect | null>(null);
  const answer = useRef<(yes: boolean) => void>(() => undefined);
  const answered = (yes: boolean) => {
    answer.current(yes);
    setEffect(null);
  };
  const confirm = (found: Effect): Promise<boolean> => {
    if (found.leaves.length === 0) return Promise.resolve(true);
    setEffect(found);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  };
  const { leaves, lastDay, finalBalances } = effect ?? nothing;
  const dialog = (
    <AlertDialog
      open={effect !== null}
      onOpenChange={(open) => (open ? undefined : answered(false))}
      title={t("title", { count: leaves.length })}
      confirmLabel={t("submit")}
      cancelLabel={t("keep")}
      onConfirm={() => void answered(true)}
    >
      <p>{t("text")}</p>
      <EndedList leaves={leaves} />
      {lastDay && finalBalances.length > 0 ? (
        <FinalBalances balances={finalBalances} lastDay={lastDay} />
      ) : null}
    </AlertDialog>
  );
  return { confirm, dialog, isAsked: effect !== null };
}

function EndedList({ leaves }: Pick<Effect, "leaves">) {
  const t = useTranslations("people.edit.ended");
  const dates = useLeaveDates();
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard
      tabIndex={0}
      aria-label={t("label")}
      className="mt-3 max-h-60 overflow-y-auto rounded-md border border-line bg-sunken px-3 py-2 text-fg"
    >
      <ul className="flex flex-col gap-1">
        {leaves.map(({ id, leaveTypeName, rest, returnedDays, hoursPerDay, dayHours, ...time }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-medium">{t("leave", { type: leaveTypeName, dates: dates(time) })}</span>{" "}
            <span>{rest ? t("rest", { dates: dates(rest) }) : t("cancelled")}</span>
            {returnedDays > 0 ? (
              <span className="text-muted">
                {t("returned", amountIn(returnedDays, hoursPerDay, dayHours))}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is left on the last day of work. */
function FinalBalances({ balances, lastDay }: { balances: Effect["finalBalances"]; lastDay: string }) {
  const t = useTranslations("people.edit.ended");
  const dates = useLeaveDates();
  return (
    <>
      <p className="mt-3">{t("final", { date: dates({ startDate: lastDay, endDate: lastDay }) })}</p>
      <ul className="mt-1 flex flex-col gap-1 text-fg">
        {balances.map(({ leaveTypeName, remaining, hoursPerDay, dayHours }) => (
          <li key={leaveTypeName} className="wrap-anywhere">
            {t("balance", { type: leaveTypeName, ...amountIn(remaining, hoursPerDay, dayHours) })}
          </li>
        ))}
      </ul>
    </>
  );
}

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
  approverId: profile?.approver?.id ?? "",
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
  /** The new manager of their people, when they leave. */
  const [handTo, setHandTo] = useState("");
  const peopleCount = person.profile?.peopleCount ?? 0;
  const { appoint, changeSignIn } = person.may;
  const form = usePersonForm(before, async (values) => {
    const patch = patchOf(before, values, appoint);
    const { startDate, endDate } = patch;
    const effect =
      startDate || endDate
        ? await leaves.previewEmployment.query({ userId: person.id, startDate, endDate })
        : nothing;
    if (!(await ended.confirm(effect))) return;
    if (Object.keys(patch).length > 0) await people.update.mutate({ id: person.id, patch });
    if (handTo) await people.handOver.mutate({ id: person.id, approverId: handTo });
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
        directory={person.directory}
        emailHelp={changeSignIn ? undefined : t("edit.reachesFurther")}
        managerName={person.profile?.approver?.name ?? ""}
        locationHelp={isMoved ? t("edit.moved") : undefined}
      />
      {form.values.endDate && form.values.endDate !== before.endDate && peopleCount > 0 ? (
        <Note label={t("manager.leaves", { count: peopleCount })}>
          <HandOverField count={peopleCount} name={person.name} value={handTo} onChange={setHandTo} />
        </Note>
      ) : null}
      {ended.dialog}
    </PersonFormFrame>
  );
}
