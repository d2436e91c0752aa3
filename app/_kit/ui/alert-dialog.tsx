"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { cn } from "@/app/_kit/ui/class-names";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { Modal } from "@/app/_kit/ui/modal";
import { modalStyles } from "@/app/_kit/ui/overlay-styles";

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
  /** What has the focus first in place of the safe button, such as the field for a reason. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
};

/** For actions that cannot be undone: the safe button or a field has the focus, a click outside does nothing. */
export function AlertDialog({ open, ...rest }: AlertDialogProps) {
  return open ? <OpenAlertDialog {...rest} /> : null;
}

function OpenAlertDialog({
  title,
  children,
  confirmLabel,
  cancelLabel,
  tone = "danger",
  ...rest
}: Omit<AlertDialogProps, "open">) {
  const t = useTranslations("common");
  const { typedName, error, initialFocus } = rest;
  const id = useId();
  const typedId = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState("");
  const [complaint, setComplaint] = useState(false);
  const [pending, setPending] = useState(false);
  const ready = typedName === undefined || typed.trim() === typedName;
  const close = () => rest.onOpenChange(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // A dialog inside a form of the page: React would pass this submit on to that form, too.
    event.stopPropagation();
    if (pending) return;
    if (!ready) {
      setComplaint(true);
      document.getElementById(typedId)?.focus();
      return;
    }
    setPending(true);
    try {
      if ((await rest.onConfirm()) !== false) close();
    } catch {
      // The caller shows the reason through `error`; the dialog stays open.
    } finally {
      setPending(false);
    }
  };

  return (
    <Modal
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={children ? `${id}-description` : undefined}
      ignoresOutsideClick
      onClose={close}
      initialFocus={initialFocus ?? cancel}
      className={cn(modalStyles, "max-w-md")}
    >
      <form onSubmit={submit} className="flex min-h-0 flex-col">
        <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-5 pt-4 pb-5">
          <div className="flex flex-col gap-1.5">
            <h2 id={id} className="font-semibold text-base">
              {title}
            </h2>
            {children ? (
              <div id={`${id}-description`} className="text-muted">
                {children}
              </div>
            ) : null}
          </div>
          {typedName === undefined ? null : (
            <Field
              id={typedId}
              label={t("typeToConfirm", { name: typedName })}
              error={complaint && !ready ? t("typeExactly", { name: typedName }) : undefined}
            >
              <Input
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
          )}
          {error}
        </div>
        <div className="flex flex-wrap justify-end gap-2 border-line border-t bg-sunken px-5 py-3">
          <Button ref={cancel} onClick={close}>
            {cancelLabel ?? t("cancel")}
          </Button>
          <Button
            type="submit"
            variant={tone}
            pending={pending}
            aria-disabled={ready ? undefined : true}
            aria-describedby={ready ? undefined : `${typedId}-needed`}
          >
            {confirmLabel}
          </Button>
          {ready ? null : (
            <span id={`${typedId}-needed`} hidden>
              {t("typeToConfirm", { name: typedName })}
            </span>
          )}
        </div>
      </form>
    </Modal>
  );
}
