"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Dialog } from "@/app/_kit/ui/dialog";
import { BulkChange } from "@/app/(app)/dashboard/(team)/people/(list)/bulk-change";
import { BulkInvite } from "@/app/(app)/dashboard/(team)/people/(list)/bulk-invite";
import type { Choices } from "@/app/(app)/dashboard/(team)/people/(list)/people-list";
import type { Selection } from "@/app/(app)/dashboard/(team)/people/(list)/selection";

type Props = { selection: Selection; choices: Choices; clear: () => void; onDone: () => void };

/** Bulk actions for the selected people, or for all matches. */
export function BulkBar({ selection, choices, clear, onDone }: Props) {
  const t = useTranslations("people.bulk");
  const [open, setOpen] = useState<"change" | "invite" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const { count } = selection;
  const close = () => {
    setOpen(null);
    if (isDone) onDone();
  };
  const during = { onBusy: setBusy, onDone: () => setDone(true), onClose: close };
  return (
    <>
      {/* Rendered from the start: otherwise a screen reader would not announce the first selection. */}
      <p role="status" className="sr-only">
        {count === 0 ? null : t("selected", { count })}
      </p>
      {count === 0 ? null : (
        <section
          aria-label={t("label")}
          className="sticky bottom-20 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-raised px-4 py-2.5 shadow-overlay md:bottom-4 forced-colors:border"
        >
          <p className="min-w-0 grow basis-48 font-medium">{t("selected", { count })}</p>
          <div className="flex flex-wrap gap-2">
            <Button variant="ghost" onClick={clear}>
              {t("clear")}
            </Button>
            <Button onClick={() => setOpen("invite")}>{t("invite.open")}</Button>
            <Button variant="primary" onClick={() => setOpen("change")}>
              {t("open")}
            </Button>
          </div>
        </section>
      )}
      <Dialog
        open={open !== null}
        onOpenChange={(isOpen) => (isOpen || isBusy ? undefined : close())}
        title={open === "invite" ? t("invite.title") : t("title", { count })}
      >
        {open === "change" ? <BulkChange {...{ selection, choices }} {...during} /> : null}
        {open === "invite" ? <BulkInvite selection={selection} {...during} /> : null}
      </Dialog>
    </>
  );
}
