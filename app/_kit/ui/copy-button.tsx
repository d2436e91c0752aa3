"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button, type ButtonProps } from "@/app/_kit/ui/button";
import { cn } from "@/app/_kit/ui/class-names";

/**
 * Puts `text` on the clipboard. `near` is the parent for a temporary element: focus cannot leave an open dialog. False when the browser
 * allows no way, as on plain http with copying switched off.
 */
async function copyText(text: string, near: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, near);
  }
}

function copyBySelection(text: string, near: Element | null): boolean {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "sr-only";
  (near?.parentElement ?? document.body).append(area);
  area.select();
  let copied = false;
  try {
    copied = document.execCommand("copy");
  } catch {
    copied = false;
  }
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}

const SHOWN_MS = 2_000;

export type CopyButtonProps = Omit<ButtonProps, "value" | "children" | "onCopy"> & {
  value: string;
  /** Verb + object, such as "Copy key". */
  label: string;
  /** Shows the icon only; the label stays the name. */
  iconOnly?: boolean;
  onCopied?: () => void;
  /** Called when the browser forbids copying, to select the text for the user. */
  onBlocked?: () => void;
};

/** Copies `value`; its name is "Copied" for two seconds, which `status` announces. */
export function CopyButton({
  value,
  label,
  iconOnly = false,
  onCopied,
  onBlocked,
  ...rest
}: CopyButtonProps) {
  const t = useTranslations("common");
  const [state, setState] = useState<"idle" | "copied" | "blocked">("idle");
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    const copied = await copyText(value, button.current);
    setState(copied ? "copied" : "blocked");
    if (copied) onCopied?.();
    else onBlocked?.();
  };
  const name = state === "copied" ? t("copied") : label;
  const Icon = state === "copied" ? Check : Copy;
  return (
    <span className="inline-flex max-w-full flex-col items-start gap-1">
      <Button
        size={iconOnly ? "iconSm" : "md"}
        variant={iconOnly ? "ghost" : "secondary"}
        {...rest}
        ref={button}
        onClick={copy}
        aria-label={iconOnly ? name : undefined}
      >
        <Icon aria-hidden />
        {iconOnly ? null : name}
      </Button>
      <span
        role="status"
        className={
          state === "blocked" ? cn("text-muted text-xs", iconOnly ? "max-w-56" : "w-0 min-w-full") : "sr-only"
        }
      >
        {state === "copied" ? t("copied") : state === "blocked" ? t("copyBlocked") : ""}
      </span>
    </span>
  );
}
