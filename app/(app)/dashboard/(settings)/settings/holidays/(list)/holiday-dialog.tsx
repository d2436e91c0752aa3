"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DialogButtons } from "@/app/_kit/form/form-buttons";
import { useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { DateField } from "@/app/_kit/ui/date-field";
import { Dialog } from "@/app/_kit/ui/dialog";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { errorOf } from "@/app/_trpc/error-of";
import { HolidayEffectNote } from "@/app/(app)/dashboard/(settings)/settings/holidays/holiday-effect";
import {
  RecountProgress,
  useHolidayWrite,
} from "@/app/(app)/dashboard/(settings)/settings/holidays/use-holiday-write";
import { nameTaken } from "@/app/(app)/dashboard/(settings)/settings/name-taken";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import { limits } from "@/drizzle/schema/limits";
import type { AppRouter } from "@/server/api/trpc";
import { isCalendarDate } from "@/server/kernel/time/date-range";

export type Holiday = inferRouterOutputs<AppRouter>["directory"]["holidays"]["list"][number];
type Location = { id: string; name: string };

const idOf = (name: string) => `holiday-${name}`;

/** "Add holiday". */
export function AddHoliday({
  location,
  year,
  isMain,
}: {
  location: Location;
  year: string;
  isMain: boolean;
}) {
  const t = useTranslations("places.holidays");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant={isMain ? "primary" : "secondary"} onClick={() => setOpen(true)}>
        {t("create")}
      </Button>
      <HolidayDialog
        holiday={null}
        location={location}
        year={year}
        open={open}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

type Props = {
  /** Null for a new one. */
  holiday: Holiday | null;
  location: Location;
  /** The year of the list: where the date picker opens. */
  year: string;
  open: boolean;
  onClose: () => void;
};

/** Date, name and length of a holiday. */
export function HolidayDialog({ open, onClose, ...rest }: Props) {
  const t = useTranslations("places.holidays");
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={rest.holiday ? t("editTitle", { name: rest.holiday.name }) : t("create")}
      description={rest.location.name}
    >
      <HolidayForm {...rest} onDone={onClose} />
    </Dialog>
  );
}

type FormProps = Omit<Props, "open" | "onClose"> & { onDone: () => void };

function HolidayForm({ holiday, location, year, onDone }: FormProps) {
  const t = useTranslations("places.holidays");
  const words = useTranslations("places");
  const { save, runs, progress } = useHolidayWrite();
  const saved = useSaved();
  const start = {
    date: holiday?.date ?? "",
    name: holiday?.name ?? "",
    isHalfDay: holiday?.isHalfDay ?? false,
  };
  const form = useForm<typeof start>(start, {
    read: ({ date, name, isHalfDay }) => {
      const faults = [
        ...(isCalendarDate(date) ? [] : [{ path: "date", message: t("faults.date") }]),
        ...(name.trim() ? [] : [{ path: "name", message: t("faults.name") }]),
      ];
      return faults.length > 0 ? { faults } : { output: { date, name: name.trim(), isHalfDay } };
    },
    fieldOf: (path) => (path === "date" || path === "name" ? path : null),
    faultsOf: (error) => nameTaken(errorOf(error), t("faults.taken")),
    save: async (output) => {
      await save(
        holiday
          ? { kind: "update", id: holiday.id, patch: output }
          : { kind: "create", holiday: { ...output, locationId: location.id } },
      );
      onDone();
      saved(t(holiday ? "saved" : "created"));
    },
    idOf,
  });
  const { values, errorAt } = form;
  return (
    <form onSubmit={form.submit} noValidate autoComplete="off" className="flex flex-col gap-4">
      <DateField
        id={idOf("date")}
        label={t("form.date")}
        error={errorAt("date")}
        required
        value={values.date}
        onChange={(date) => form.change({ date })}
        openAt={`${year}-01-01`}
      />
      <Field id={idOf("name")} label={t("form.name")} error={errorAt("name")} required>
        <Input {...form.bind("name")} maxLength={limits.name} />
      </Field>
      <Checkbox
        label={t("form.half")}
        description={t("form.halfText")}
        checked={values.isHalfDay}
        onChange={({ target }) => form.change({ isHalfDay: target.checked })}
      />
      {runs ? (
        <RecountProgress label={t("effect.running")} progress={progress} />
      ) : (
        <HolidayEffectNote asked={askedOf(values, holiday, location)} />
      )}
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <DialogButtons
        submit={holiday ? words("save") : t("create")}
        pending={form.isSaving}
        cancel={words("cancel")}
      />
    </form>
  );
}

/** The change to preview; a name is not needed for its effect. */
function askedOf(
  { date, name, isHalfDay }: { date: string; name: string; isHalfDay: boolean },
  holiday: Holiday | null,
  location: Location,
) {
  if (!isCalendarDate(date)) return null;
  if (!holiday) return { adds: { locationId: location.id, date, name: "-", isHalfDay } };
  if (date === holiday.date && isHalfDay === holiday.isHalfDay) return null;
  return { id: holiday.id, patch: { date, name: name.trim() || holiday.name, isHalfDay } };
}
