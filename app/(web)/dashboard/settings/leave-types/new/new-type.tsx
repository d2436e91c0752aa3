"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { Card } from "@/app/_ui/card";
import { paths } from "@/app/(web)/dashboard/paths";
import { FormButtons } from "@/app/(web)/dashboard/settings/form-buttons";
import { TypeForm, type TypeValues } from "@/app/(web)/dashboard/settings/leave-types/type-form";
import { useSaved } from "@/app/(web)/dashboard/settings/use-saved";

const start: TypeValues = { name: "", color: "3b82f6", calendarStatus: "OUT_OF_OFFICE", isPrivate: false };

/** "Add leave type"; its policies follow. */
export function NewType() {
  const t = useTranslations("policies");
  const calls = useTRPCClient();
  const saved = useSaved();
  const [done, setDone] = useState(false);
  return (
    <Card className="max-w-3xl">
      <TypeForm
        start={start}
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
