"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormButtons } from "@/app/_kit/form/form-buttons";
import { Card } from "@/app/_kit/ui/card";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  namesToType,
  TypeForm,
  type TypeValues,
} from "@/app/(app)/dashboard/(settings)/settings/leave-types/type-form";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import { paths } from "@/app/paths";

const start: Omit<TypeValues, "color"> = {
  name: "",
  names: namesToType({}),
  calendarStatus: "OUT_OF_OFFICE",
  isRequestable: true,
  isPrivate: false,
  interrupts: false,
  interruptible: false,
  approversSeeFiles: false,
  wageCode: "",
  isInPayroll: true,
  unit: "DAYS",
};

/** "Add leave type"; its policies follow. @param color six hex digits without `#` */
export function NewType({ color }: { color: string }) {
  const t = useTranslations("policies");
  const calls = useTRPCClient();
  const saved = useSaved();
  const [done, setDone] = useState(false);
  return (
    <Card className="max-w-3xl">
      <TypeForm
        start={{ ...start, color }}
        save={async (type) => {
          const { id } = await calls.leaveTypes.create.mutate(type);
          setDone(true);
          saved(t("created"), paths.leaveType(id));
        }}
        leaveTitle={t("leaveNew")}
        buttons={(pending) => (
          <FormButtons
            submit={t("create")}
            pending={pending || done}
            cancel={{ label: t("cancel"), href: paths.leaveTypes }}
          />
        )}
      />
    </Card>
  );
}
