"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Dialog } from "@/app/_kit/ui/dialog";
import { PatternForm } from "@/app/(app)/dashboard/(team)/people/[userId]/pattern-form";
import type { GivenPatterns } from "@/app/(app)/dashboard/(team)/people/patterns";

type Props = { userId: string; given: GivenPatterns };

/** "Set pattern", with the affected leave beside it. */
export function SetPattern(props: Props) {
  const t = useTranslations("people.pattern.add");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("button")}</Button>
      <Dialog title={t("title")} description={t("text")} open={open} onOpenChange={setOpen} size="lg">
        <PatternForm {...props} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
