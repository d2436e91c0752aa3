"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { FormButtons } from "@/app/_kit/form/form-buttons";
import { Card } from "@/app/_kit/ui/card";
import { useTRPCClient } from "@/app/_trpc/client";
import type {
  LocationInput,
  LocationOutput,
} from "@/app/(app)/dashboard/(settings)/settings/locations/form-values";
import { LocationForm } from "@/app/(app)/dashboard/(settings)/settings/locations/location-form";
import { payValuesOf } from "@/app/(app)/dashboard/(settings)/settings/locations/pay-values";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import type { AppRouter } from "@/server/api/trpc";

type Location = inferRouterOutputs<AppRouter>["directory"]["locations"]["get"];

function inputOf({ rolloverExpiry: expiry, ...location }: Location): LocationInput {
  return {
    name: location.name,
    timezone: location.timezone,
    isDefault: false,
    firstDayOfWeek: String(location.firstDayOfWeek),
    workWeek: [...location.workWeek],
    hoursPerDay: String(location.hoursPerDay),
    quotaReset: location.quotaReset,
    yearStart: location.yearStart,
    expiry: expiry?.type ?? "NEVER",
    expiryDate: expiry?.type === "DATE" ? expiry.monthDay : "03-31",
    expiryDays: expiry?.type === "DAYS_AFTER_RESET" ? String(expiry.days) : "90",
    ...payValuesOf(location.payPeriod),
  };
}

/** The editable settings of a location. */
export function EditLocation({ location }: { location: Location }) {
  const t = useTranslations("places");
  const calls = useTRPCClient();
  const saved = useSaved();
  const save = async (patch: LocationOutput) => {
    await calls.directory.locations.update.mutate({ id: location.id, patch });
    saved(t("locations.saved"));
  };
  return (
    <Card className="max-w-3xl">
      <LocationForm
        start={inputOf(location)}
        offersDefault={!location.isDefault}
        save={save}
        leaveTitle={t("leaveChanges")}
        buttons={(pending) => <FormButtons submit={t("save")} pending={pending} />}
      />
    </Card>
  );
}
