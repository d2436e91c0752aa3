"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button, type ButtonProps } from "@/app/_kit/ui/button";
import { cn } from "@/app/_kit/ui/class-names";
import { copyText } from "@/app/_kit/ui/copy-text";

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
