"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { isAddress } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-faults";
import { limits } from "@/drizzle/schema/limits";

type Props = {
  id: string;
  value: readonly string[];
  /** The text in the field. */
  typed: string;
  onChange: (change: { emails?: string[]; typed?: string }) => void;
  error: string | undefined;
};

const partsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== "");

/** Email addresses: typed or pasted into the field, each with a button that removes it. */
export function AddressList({ id, value, typed, onChange, error }: Props) {
  const t = useTranslations("notifications.addresses");
  const [complaint, setComplaint] = useState<string | null>(null);

  /** Adds the complete addresses; a faulty one stays in the field, with the reason. */
  const add = (text: string) => {
    const parts = partsOf(text);
    const good = parts.filter(isAddress);
    const wrong = parts.filter((part) => !isAddress(part));
    const all = [...new Set([...value, ...good])];
    const isFull = all.length > limits.addresses;
    onChange({
      typed: wrong.join(" "),
      ...(good.length > 0 && { emails: all.slice(0, limits.addresses) }),
    });
    if (wrong.length > 0) setComplaint(t("wrong", { address: wrong[0] ?? "" }));
    else setComplaint(isFull ? t("full", { count: limits.addresses }) : null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "," && event.key !== ";") return;
    // Enter would submit the form.
    event.preventDefault();
    add(typed);
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData("text");
    if (partsOf(pasted).length < 2) return;
    event.preventDefault();
    add(`${typed} ${pasted}`);
  };
  const remove = (address: string) => {
    onChange({ emails: value.filter((one) => one !== address) });
    document.getElementById(id)?.focus();
  };
  return (
    <div className="flex flex-col gap-2">
      <Field id={id} label={t("label")} help={t("help")} error={complaint ?? error} required>
        <div className="flex gap-2">
          <Input
            inputMode="email"
            spellCheck={false}
            autoCapitalize="none"
            value={typed}
            onChange={({ target }) => onChange({ typed: target.value })}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            // An address that was typed before saving is meant to be included.
            onBlur={() => (typed === "" ? undefined : add(typed))}
          />
          {/* Keeps the focus in the field: its blur already adds the address. */}
          <Button onMouseDown={(event) => event.preventDefault()} onClick={() => add(typed)}>
            {t("add")}
          </Button>
        </div>
      </Field>
      {value.length > 0 ? (
        <ul aria-label={t("list")} className="flex flex-wrap gap-1.5">
          {value.map((address) => (
            <li
              key={address}
              className="inline-flex min-w-0 items-center gap-1 rounded-md border border-line bg-surface py-0.5 pe-0.5 ps-2"
            >
              <span className="min-w-0 wrap-anywhere">{address}</span>
              <Button
                size="iconSm"
                variant="ghost"
                aria-label={t("remove", { address })}
                onClick={() => remove(address)}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
