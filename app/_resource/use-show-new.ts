"use client";

import { useShowOnce } from "@/app/_ui/copy-once";
import { envFileName, type Once } from "@/app/_ui/copy-once-dialog";

type Word =
  | "title"
  | "description"
  | "label"
  | "copy"
  | "download"
  | "stored"
  | "needed"
  | "closing"
  | "done";

type Made = {
  /** What names the file that is offered. */
  name: string;
  secret: string;
  /** What the file holds. */
  env: Record<string, string>;
} & Pick<Once, "example">;

/** Opens the dialog that shows a new key or secret once, whatever page is behind it. @param t the area's words, below "once" */
export function useShowNew(t: (word: `once.${Word}`) => string): (made: Made) => void {
  const show = useShowOnce();
  return ({ name, secret, env, example }) =>
    show({
      title: t("once.title"),
      description: t("once.description"),
      label: t("once.label"),
      words: {
        copy: t("once.copy"),
        download: t("once.download"),
        stored: t("once.stored"),
        needed: t("once.needed"),
        closing: t("once.closing"),
        done: t("once.done"),
      },
      value: secret,
      env: {
        fileName: envFileName(name),
        content: Object.entries(env)
          .map(([variable, value]) => `${variable}=${value}\n`)
          .join(""),
      },
      example,
    });
}
