"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { shownError } from "@/app/_kit/page/shown-error";
import { useHandOverFocus } from "@/app/_kit/page/use-hand-over-focus";
import { AlertDialog, type AlertDialogProps } from "@/app/_kit/ui/alert-dialog";
import { Button, type ButtonProps } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useToast } from "@/app/_kit/ui/toast";
import { useSending } from "@/app/_trpc/use-sending";

/** The success message, and the next page. By default the current page is refreshed, unless it `stays` to follow a running operation. */
type Done = { message?: string; note?: string; goTo?: string; replace?: boolean; stays?: boolean };

/**
 * An action that needs confirmation, in three grades: `tone="primary"` for one that can be undone, by default for a permanent loss, and
 * `typedName` for a harmful one, whose name is typed first.
 */
export type Confirmation = Pick<
  AlertDialogProps,
  "title" | "confirmLabel" | "cancelLabel" | "tone" | "typedName" | "children"
> & {
  /** Performs the action. An error is shown in the dialog, which stays open. */
  act: () => Promise<Done | undefined>;
};

type DialogProps = Confirmation & {
  open: boolean;
  /** Also resets what was chosen in the dialog. */
  onClose: () => void;
};

/** The confirmation dialog of an action that something else opens, such as a menu. Its content is fetched again at each opening. */
export function ConfirmAction({ act, open, onClose, ...dialog }: DialogProps) {
  const router = useRouter();
  const toast = useToast();
  const { run, error, reset } = useSending(act);
  const confirm = async () => {
    const done = (await run()) ?? {};
    if (done.message) toast.success(done.message, { description: done.note });
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

/** A button that asks for confirmation. When its action removes the button, the focus goes to the page's heading. */
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
