"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { ConfirmAction } from "@/app/_kit/form/confirm-action";
import { SubmitKeys } from "@/app/_kit/form/submit-keys";
import { Button, type ButtonProps } from "@/app/_kit/ui/button";
import { Field } from "@/app/_kit/ui/field";
import { submitsByKey, Textarea } from "@/app/_kit/ui/textarea";
import { limits } from "@/drizzle/schema/limits";

type TextDialogProps = {
  open: boolean;
  onClose: () => void;
  /** Of the button that sends. */
  label: string;
  title: string;
  /** Names the field, and who reads it. */
  field: { label: string; help: string; missing: string };
  /** Sends the text. @returns the words of its success */
  send: (text: string) => Promise<string>;
};

/** A dialog that asks for a text, and sends it. */
export function TextDialog({ open, onClose, label, title, field, send }: TextDialogProps) {
  const t = useTranslations("common");
  const [text, setText] = useState("");
  const [isMissing, setMissing] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const close = () => {
    onClose();
    setText("");
    setMissing(false);
  };
  return (
    <ConfirmAction
      open={open}
      onClose={close}
      tone="primary"
      title={title}
      confirmLabel={label}
      cancelLabel={t("cancel")}
      initialFocus={area}
      check={() => {
        setMissing(!text.trim());
        if (!text.trim()) area.current?.focus();
        return text.trim() !== "";
      }}
      act={async () => ({ message: await send(text.trim()) })}
    >
      <Field label={field.label} help={field.help} required error={isMissing ? field.missing : undefined}>
        <Textarea
          ref={area}
          value={text}
          maxLength={limits.reason}
          onChange={({ target }) => {
            setText(target.value);
            setMissing(false);
          }}
          onKeyDown={submitsByKey}
        />
      </Field>
      <SubmitKeys label={label} />
    </ConfirmAction>
  );
}

type Props = Omit<TextDialogProps, "open" | "onClose"> & {
  button?: Omit<ButtonProps, "onClick" | "children">;
};

/** A button that asks for a text, and sends it: an answer about leave. */
export function TextAction({ button, ...dialog }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {dialog.label}
      </Button>
      <TextDialog {...dialog} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
