"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useSending } from "@/app/_trpc/use-sending";
import { AlertDialog, type AlertDialogProps } from "@/app/_ui/alert-dialog";
import { Button, type ButtonProps } from "@/app/_ui/button";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { useToast } from "@/app/_ui/toast";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import { useHandOverFocus } from "@/app/(web)/dashboard/use-hand-over-focus";

/** What is said when it is done, and the page that follows; else the present one is shown anew, unless it `stays`: it follows what goes on. */
type Done = { told?: string; note?: string; goTo?: string; replace?: boolean; stays?: boolean };

/**
 * Something that is asked before it is done, in three grades: with `tone="primary"` what can be taken back, else what is lost for good,
 * and with `typedName` what would hurt, so that its name is typed first.
 */
export type Confirmation = Pick<
  AlertDialogProps,
  "title" | "confirmLabel" | "cancelLabel" | "tone" | "typedName" | "children"
> & {
  /** Does it. What it throws is shown in the dialog, which stays open. */
  act: () => Promise<Done | undefined>;
};

type DialogProps = Confirmation & {
  open: boolean;
  /** Takes back what was chosen in the dialog, too. */
  onClose: () => void;
};

/** The dialog of an action that something else opens, such as a menu. What stands in it is asked for anew each time. */
export function ConfirmAction({ act, open, onClose, ...dialog }: DialogProps) {
  const router = useRouter();
  const toast = useToast();
  const { run, error, reset } = useSending(act);
  const confirm = async () => {
    const done = (await run()) ?? {};
    if (done.told) toast.success(done.told, { description: done.note });
    if (done.stays) return;
    if (!done.goTo) router.refresh();
    else if (done.replace) router.replace(done.goTo);
    else router.push(done.goTo);
  };
  return (
    <AlertDialog
      {...dialog}
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        reset();
        onClose();
      }}
      onConfirm={confirm}
      error={error ? <ErrorPanel error={shownError(error)} /> : null}
    />
  );
}

type ButtonOfAction = Confirmation & {
  label?: ReactNode;
  button?: Omit<ButtonProps, "onClick" | "children">;
  onClose?: () => void;
};

/** A button that asks first. When its action makes it disappear, the focus goes to the page's heading. */
export function ConfirmButton({ label, button, onClose, ...confirmation }: ButtonOfAction) {
  const [open, setOpen] = useState(false);
  const place = useHandOverFocus<HTMLSpanElement>();
  return (
    <span ref={place}>
      <Button variant="danger" {...button} onClick={() => setOpen(true)}>
        {label ?? confirmation.confirmLabel}
      </Button>
      <ConfirmAction
        {...confirmation}
        open={open}
        onClose={() => {
          setOpen(false);
          onClose?.();
        }}
      />
    </span>
  );
}
