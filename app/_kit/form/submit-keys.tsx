"use client";

import { useTranslations } from "next-intl";
import { Kbd } from "@/app/_kit/ui/kbd";

/** The keys of a field whose form they submit. @param label of the button that does the same */
export function SubmitKeys({ label }: { label: string }) {
  const t = useTranslations("common");
  return (
    <p className="mt-1.5 text-muted text-xs pointer-coarse:hidden">
      {t.rich("submitKeys", { label, key: (key) => <Kbd>{key}</Kbd> })}
    </p>
  );
}
