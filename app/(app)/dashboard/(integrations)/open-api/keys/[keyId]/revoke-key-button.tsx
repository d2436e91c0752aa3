"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useHandOverFocus } from "@/app/_kit/page/use-hand-over-focus";
import { Button, type ButtonProps } from "@/app/_kit/ui/button";
import { RevokeKeyDialog } from "@/app/(app)/dashboard/(integrations)/open-api/keys/revoke-key-dialog";

type Props = { id: string; name: string; label?: string; variant?: ButtonProps["variant"] };

/** A button that opens the dialog to revoke a key. */
export function RevokeKeyButton({ id, name, label, variant = "danger" }: Props) {
  const t = useTranslations("keys");
  const [open, setOpen] = useState(false);
  const place = useHandOverFocus<HTMLSpanElement>();
  return (
    <span ref={place}>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {label ?? t("revoke.submit")}
      </Button>
      <RevokeKeyDialog id={id} name={name} open={open} onClose={() => setOpen(false)} />
    </span>
  );
}
