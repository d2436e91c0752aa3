"use client";

import { useState } from "react";
import { Button, type ButtonProps } from "@/app/_ui/button";
import { RevokeKeyDialog } from "@/app/(web)/dashboard/open-api/keys/revoke-key-dialog";
import { useHandOverFocus } from "@/app/(web)/dashboard/use-hand-over-focus";

type Props = { id: string; name: string; label?: string; variant?: ButtonProps["variant"] };

/** A button that opens the dialog in which a key is revoked. */
export function RevokeKeyButton({ id, name, label = "Revoke key", variant = "danger" }: Props) {
  const [open, setOpen] = useState(false);
  const place = useHandOverFocus<HTMLSpanElement>();
  return (
    <span ref={place}>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <RevokeKeyDialog id={id} name={name} open={open} onOpenChange={setOpen} />
    </span>
  );
}
