"use client";

import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { AlertDialog } from "@/app/_kit/ui/alert-dialog";
import { Dialog } from "@/app/_kit/ui/dialog";
import {
  isOnPage,
  RequestForm,
  type RequestFormProps,
} from "@/app/(app)/dashboard/(leave)/request/request-form";
import { paths } from "@/app/paths";

type Props = { form: RequestFormProps | null /** Shown in place of the form. */; children: ReactNode };

/**
 * The form in a sheet over the page that linked to it. Next.js keeps the sheet after a navigation, so it only renders at its own URL. A
 * catch-all route would close it, too, but every page would wait for that route.
 */
export function RequestSheet(props: Props) {
  return usePathname() === paths.request ? <OpenSheet {...props} /> : null;
}

/** Closing the sheet goes back, and asks first if input would be lost. */
function OpenSheet({ form, children }: Props) {
  const t = useTranslations("leaves");
  const leaving = useTranslations("common.leave");
  const router = useRouter();
  const [isOpen, setOpen] = useState(() => !isOnPage());
  const [isAsking, setAsking] = useState(false);
  const [isDiscarded, setDiscarded] = useState(false);
  const isDirty = useRef(false);
  const note = useCallback((dirty: boolean) => {
    isDirty.current = dirty;
  }, []);
  const leave = useCallback(() => {
    setOpen(false);
    router.back();
  }, [router]);
  // Waits until the form's own guard is released.
  useEffect(() => {
    if (isDiscarded) leave();
  }, [isDiscarded, leave]);
  const close = () => (isDirty.current ? setAsking(true) : leave());
  return (
    <Dialog
      title={t("request")}
      description={t("form.lead")}
      size="sheet"
      open={isOpen}
      onOpenChange={(open) => (open ? undefined : close())}
    >
      {form ? <RequestForm {...form} sheet={{ onClose: close, onDirty: note, isDiscarded }} /> : children}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t("form.discardTitle")}
        confirmLabel={t("form.discard")}
        cancelLabel={leaving("keep")}
        onConfirm={() => {
          setDiscarded(true);
          return true;
        }}
      >
        {leaving("text")}
      </AlertDialog>
    </Dialog>
  );
}
