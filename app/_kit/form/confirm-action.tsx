"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useCall } from "@/app/_kit/form/use-call";
import { useHandOverFocus } from "@/app/_kit/page/use-hand-over-focus";
import { AlertDialog, type AlertDialogProps } from "@/app/_kit/ui/alert-dialog";
import { Button, type ButtonProps } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";

/** The success message, and the next page. By default the current page is refreshed, unless it `stays` to follow a running operation. */
type Done = { message?: string; note?: string; goTo?: string; replace?: boolean; stays?: boolean };

/**
 * An action that needs confirmation, in three grades: `tone="primary"` for one that can be undone, by default for a permanent loss, and
 * `typedName` for a harmful one, whose name is typed first.
 */
export type Confirmation = Pick<
  AlertDialogProps,
  "title" | "confirmLabel" | "cancelLabel" | "tone" | "typedName" | "children" | "initialFocus"
> & {
  /** Checks what was typed, and shows what is missing at its field. False: the action is not performed. */
  check?: () => boolean | Promise<boolean>;
  /** Performs the action. An error is shown in the dialog, which stays open. */
  act: () => Promise<Done | undefined>;
};

type DialogProps = Confirmation & {
  open: boolean;
  /** Also resets what was chosen in the dialog. */
  onClose: () => void;
};

/** The confirmation dialog of an action that something else opens, such as a menu. Its content is fetched again at each opening. */
export function ConfirmAction({ act, check, open, onClose, ...dialog }: DialogProps) {
  const router = useRouter();
  const { send, error, reset } = useCall(act, {
    done: (done) => (done?.message ? { title: done.message, note: done.note } : undefined),
    onDone: (done) => {
      const { stays, goTo, replace } = done ?? {};
      if (stays) return;
      if (!goTo) router.refresh();
      else if (replace) router.replace(goTo);
      else router.push(goTo);
    },
  });
  return (
    <AlertDialog
      {...dialog}
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        reset();
        onClose();
      }}
      onConfirm={async () => (!check || (await check())) && (await send())}
      error={error ? <ErrorPanel error={error} /> : null}
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
      <Button variant="quietDanger" {...button} onClick={() => setOpen(true)}>
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
