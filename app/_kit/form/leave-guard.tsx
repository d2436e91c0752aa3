"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { AlertDialog } from "@/app/_kit/ui/alert-dialog";
import { areDraftsKept } from "@/app/_trpc/drafts";

/** The URL that a click would follow inside this application, in this tab. */
function followedLink(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return null;
  const here = window.location;
  if (link.origin !== here.origin || (link.pathname === here.pathname && link.hash)) return null;
  return link.pathname + link.search + link.hash;
}

/** The target of Back or Forward if it is another page of this document. The browser itself asks before a reload or another document. */
function placeBehind({ navigationType, cancelable, destination }: NavigateEvent): string | null {
  if (navigationType !== "traverse" || !cancelable || !destination.sameDocument) return null;
  return new URL(destination.url).pathname === window.location.pathname ? null : destination.key;
}

/** A link, or a history entry. */
type Target = { href: string } | { key: string };

type Props = {
  active: boolean /** The question, such as "Leave without creating the key?" */;
  title: string;
};

/**
 * While `active`, asks before a link, Back, a reload or closing the tab discards unsaved input. Browsers only let a page cancel Back after
 * a user interaction since the last cancelled one.
 */
export function LeaveGuard({ active, title }: Props) {
  const t = useTranslations("common.leave");
  const router = useRouter();
  const [target, setTarget] = useState<Target | null>(null);
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!active) return;
    const onClick = (event: MouseEvent) => {
      const href = followedLink(event);
      if (!href) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget({ href });
    };
    const onNavigate = (event: NavigateEvent) => {
      const key = isLeaving.current ? null : placeBehind(event);
      if (key === null) return;
      event.preventDefault();
      setTarget({ key });
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!areDraftsKept()) event.preventDefault();
    };
    // In the capture phase, before React: a Link would navigate at once.
    document.addEventListener("click", onClick, true);
    window.addEventListener("beforeunload", onUnload);
    window.navigation?.addEventListener("navigate", onNavigate);
    return () => {
      document.removeEventListener("click", onClick, true);
      window.removeEventListener("beforeunload", onUnload);
      window.navigation?.removeEventListener("navigate", onNavigate);
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
        isLeaving.current = true;
        if (target && "href" in target) router.push(target.href);
        else if (target) window.navigation.traverseTo(target.key);
        return true;
      }}
    >
      {t("text")}
    </AlertDialog>
  );
}
