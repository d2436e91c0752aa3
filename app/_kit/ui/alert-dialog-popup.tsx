"use client";

import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { useTranslations } from "next-intl";
import { type FormEvent, type RefObject, useId, useRef, useState } from "react";
import type { AlertDialogProps } from "@/app/_kit/ui/alert-dialog";
import { backdrop } from "@/app/_kit/ui/backdrop";
import { Button } from "@/app/_kit/ui/button";
import { cn } from "@/app/_kit/ui/class-names";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { modalFrameStyles, modalStyles } from "@/app/_kit/ui/overlay-styles";

export function AlertDialogPopup({ open, onOpenChange, ...rest }: AlertDialogProps) {
  const cancelRef = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop {...backdrop} />
        <Base.Viewport className={modalFrameStyles}>
          <Base.Popup initialFocus={cancelRef} className={cn(modalStyles, "max-w-md")}>
            <Confirmation {...rest} cancelRef={cancelRef} close={() => onOpenChange(false)} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

type ConfirmationProps = Omit<AlertDialogProps, "open" | "onOpenChange"> & {
  cancelRef: RefObject<HTMLButtonElement | null>;
  close: () => void;
};

function Confirmation({
  title,
  children,
  confirmLabel,
  cancelLabel,
  tone = "danger",
  ...rest
}: ConfirmationProps) {
  const t = useTranslations("common");
  const { typedName, error } = rest;
  const typedId = useId();
  const [typed, setTyped] = useState("");
  const [complaint, setComplaint] = useState(false);
  const [pending, setPending] = useState(false);
  const ready = typedName === undefined || typed.trim() === typedName;

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
      if ((await rest.onConfirm()) !== false) rest.close();
    } catch {
      // The caller shows the reason through `error`; the dialog stays open.
    } finally {
      setPending(false);
    }
  };

  return (
    <form onSubmit={submit} className="flex min-h-0 flex-col">
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-5 pt-4 pb-5">
        <div className="flex flex-col gap-1.5">
          <Base.Title className="font-semibold text-base">{title}</Base.Title>
          {children ? (
            <Base.Description render={<div />} className="text-muted">
              {children}
            </Base.Description>
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
        <Base.Close ref={rest.cancelRef} render={<Button />}>
          {cancelLabel ?? t("cancel")}
        </Base.Close>
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
  );
}
