"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Dialog } from "@/app/_kit/ui/dialog";
import { useLoaded } from "@/app/_kit/ui/use-loaded";
import type { HoursFormProps } from "@/app/(app)/dashboard/(leave)/balances/hours-form";

const loadForm = () => import("@/app/(app)/dashboard/(leave)/balances/hours-form");

/** "Enter hours", or for hours that are there "Change". */
export function HoursDialog(props: Omit<HoursFormProps, "onDone">) {
  const t = useTranslations("balances.hours");
  const [open, setOpen] = useState(false);
  const parts = useLoaded(loadForm, open, () => setOpen(false));
  const way = props.changed ? "change" : "enter";
  return (
    <>
      <Button variant="secondary" size={props.changed ? "sm" : "md"} onClick={() => setOpen(true)}>
        {t(`${way}.button`)}
      </Button>
      <Dialog
        title={t(`${way}.title`)}
        description={t(`${way}.text`)}
        open={open && parts !== undefined}
        onOpenChange={setOpen}
      >
        {parts ? <parts.HoursForm {...props} onDone={() => setOpen(false)} /> : null}
      </Dialog>
    </>
  );
}
