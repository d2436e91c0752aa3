"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Dialog } from "@/app/_kit/ui/dialog";
import { useLoaded } from "@/app/_kit/ui/use-loaded";
import type { Corrected } from "@/app/(app)/dashboard/(leave)/balances/address";
import type { Balance } from "@/app/(app)/dashboard/(leave)/balances/balances-table";

type Props = {
  userId: string;
  types: readonly Balance[];
  chosen: string | null;
  /** Days of a closed period that are known only now: the form is open, and has them. */
  corrects?: Corrected | undefined;
};

type ButtonProps = Props & {
  /** The look of the button, where it is not the main action of its page. */
  variant?: "primary" | "secondary";
};

const loadForm = () => import("@/app/(app)/dashboard/(leave)/balances/adjust-form");

/** "Adjust": adds or removes days, or sets the user's own yearly entitlement. */
export function AdjustBalance({ variant = "primary", ...props }: ButtonProps) {
  const t = useTranslations("balances.adjust");
  const [open, setOpen] = useState(props.corrects !== undefined);
  const parts = useLoaded(loadForm, open, () => setOpen(false));
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {t("button")}
      </Button>
      <Dialog
        title={t("title")}
        description={t("text")}
        open={open && parts !== undefined}
        onOpenChange={setOpen}
      >
        {parts ? <parts.AdjustForm {...props} onDone={() => setOpen(false)} /> : null}
      </Dialog>
    </>
  );
}
