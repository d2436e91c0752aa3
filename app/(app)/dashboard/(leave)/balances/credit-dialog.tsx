"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Dialog } from "@/app/_kit/ui/dialog";
import { useLoaded } from "@/app/_kit/ui/use-loaded";
import type { CreditFormProps } from "@/app/(app)/dashboard/(leave)/balances/credit-form";

const loadForm = () => import("@/app/(app)/dashboard/(leave)/balances/credit-form");

/** "Ask for a credit", or for those who manage the person "Grant days". */
export function CreditDialog(props: Omit<CreditFormProps, "onDone">) {
  const t = useTranslations("balances.credit");
  const [open, setOpen] = useState(false);
  const parts = useLoaded(loadForm, open, () => setOpen(false));
  const way = props.userId === null ? "asking" : "granting";
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t(`${way}.button`)}
      </Button>
      <Dialog
        title={t(`${way}.title`)}
        description={t(`${way}.text`)}
        open={open && parts !== undefined}
        onOpenChange={setOpen}
      >
        {parts ? <parts.CreditForm {...props} onDone={() => setOpen(false)} /> : null}
      </Dialog>
    </>
  );
}
