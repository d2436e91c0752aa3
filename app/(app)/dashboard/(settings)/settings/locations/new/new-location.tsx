"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { useState } from "react";
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
import { paths } from "@/app/paths";

/** The server's defaults. */
const start: LocationInput = {
  name: "",
  timezone: "UTC",
  isDefault: false,
  firstDayOfWeek: "1",
  workWeek: [1, 2, 3, 4, 5],
  hoursPerDay: "8",
  quotaReset: "ACCOUNTING_YEAR",
  yearStart: "01-01",
  expiry: "NEVER",
  expiryDate: "03-31",
  expiryDays: "90",
  ...payValuesOf(null),
};

/** "Add location". */
export function NewLocation() {
  const t = useTranslations("places");
  const calls = useTRPCClient();
  const saved = useSaved();
  const timezone = useTimeZone();
  const [done, setDone] = useState(false);
  const save = async (location: LocationOutput) => {
    await calls.directory.locations.create.mutate(location);
    setDone(true);
    saved(t("locations.created"), paths.locations);
  };
  return (
    <Card className="max-w-3xl">
      <LocationForm
        start={{ ...start, ...(timezone && { timezone }) }}
        offersDefault
        save={save}
        leaveTitle={t("leaveNew")}
        buttons={(pending) => (
          <FormButtons
            submit={t("locations.create")}
            pending={pending || done}
            cancel={{ label: t("cancel"), href: paths.locations }}
          />
        )}
      />
    </Card>
  );
}
