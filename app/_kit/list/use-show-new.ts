"use client";

import { envFileName, type Once, useShowOnce } from "@/app/_kit/ui/copy-once";

type Word = "title" | "description" | "label" | "copy" | "stored" | "needed" | "closing" | "done";

type Made = {
  secret: string;
  /** A file on offer: what names it, the button's words, and its content. */
  file?: { name: string; label: string; env: Record<string, string> };
} & Pick<Once, "example">;

/** Opens the dialog that shows a new key or secret once, on any page. @param t the area's words, below "once" */
export function useShowNew(t: (word: `once.${Word}`) => string): (made: Made) => void {
  const show = useShowOnce();
  return ({ secret, file, example }) =>
    show({
      title: t("once.title"),
      description: t("once.description"),
      label: t("once.label"),
      words: {
        copy: t("once.copy"),
        stored: t("once.stored"),
        needed: t("once.needed"),
        closing: t("once.closing"),
        done: t("once.done"),
      },
      value: secret,
      file: file && {
        label: file.label,
        fileName: envFileName(file.name),
        content: Object.entries(file.env)
          .map(([variable, value]) => `${variable}=${value}\n`)
          .join(""),
      },
      example,
    });
}
