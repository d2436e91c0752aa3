"use client";

import type { ReactNode } from "react";
import { useLoaded } from "@/app/_kit/ui/use-loaded";

const loadPopup = () => import("@/app/_kit/ui/alert-dialog-popup");

export type AlertDialogProps = {
  /** The question, such as "Revoke key Payroll sync?" */
  title: ReactNode;
  /** Repeats the verb, such as "Revoke key". */
  confirmLabel: string;
  /** The dialog closes when it resolves; when it rejects or returns false it stays open. */
  onConfirm: () => undefined | boolean | Promise<unknown>;
  /** What happens, with live evidence. */
  children?: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  cancelLabel?: string;
  tone?: "danger" | "primary";
  /** Requires this text to be typed first. */
  typedName?: string;
  /** Shown above the buttons, such as an ErrorPanel. */
  error?: ReactNode;
};

/** For actions that cannot be undone: the safe button has focus, a click outside does nothing. */
export function AlertDialog(props: AlertDialogProps) {
  const parts = useLoaded(loadPopup, props.open, () => props.onOpenChange(false));
  return parts ? <parts.AlertDialogPopup {...props} /> : null;
}
