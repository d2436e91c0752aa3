"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { AlertDialog } from "@/app/_ui/alert-dialog";

/** The link that a click would follow inside this application, in this tab. */
function followedLink(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return null;
  const here = window.location;
  if (link.origin !== here.origin || (link.pathname === here.pathname && link.hash)) return null;
  return link.pathname + link.search + link.hash;
}

type Props = {
  active: boolean /** The question, such as "Leave without creating the key?" */;
  title: string;
};

/** While `active`, asks before a link, a reload or closing the tab throws away what was typed. */
export function LeaveGuard({ active, title }: Props) {
  const t = useTranslations("common.leave");
  const router = useRouter();
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    if (!active) return;
    const onClick = (event: MouseEvent) => {
      const href = followedLink(event);
      if (!href) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(href);
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Before React sees the click: a Link would navigate at once.
    document.addEventListener("click", onClick, true);
    window.addEventListener("beforeunload", onUnload);
    return () => {
      document.removeEventListener("click", onClick, true);
      window.removeEventListener("beforeunload", onUnload);
    };
  }, [active]);
  return (
    <AlertDialog
      open={target !== null}
      onOpenChange={(open) => (open ? undefined : setTarget(null))}
      title={title}
      confirmLabel={t("confirm")}
      cancelLabel={t("keep")}
      onConfirm={() => {
        if (target) router.push(target);
        return true;
      }}
    >
      {t("text")}
    </AlertDialog>
  );
}
