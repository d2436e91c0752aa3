"use client";

import { useTranslations } from "next-intl";
import { useShowNew } from "@/app/_kit/list/use-show-new";

/** Opens the dialog with recovery codes, which are shown only once. */
export function useShowRecoveryCodes(): (codes: readonly string[]) => void {
  const show = useShowNew(useTranslations("settings.secondFactor"));
  return (codes) =>
    show({
      secret: codes.join(" "),
      example: (
        <ul className="grid gap-x-6 gap-y-1 font-mono text-[0.8125rem] sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      ),
    });
}
