"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { areDraftsKept } from "@/app/_trpc/drafts";
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

/** Where Back or Forward would lead, when that is another page of this document: a reload and other documents have a question of their own. */
function placeBehind({ navigationType, cancelable, destination }: NavigateEvent): string | null {
  if (navigationType !== "traverse" || !cancelable || !destination.sameDocument) return null;
  return new URL(destination.url).pathname === window.location.pathname ? null : destination.key;
}

/** A link, or a place in the history. */
type Target = { href: string } | { key: string };

type Props = {
  active: boolean /** The question, such as "Leave without creating the key?" */;
  title: string;
};

/**
 * While `active`, asks before a link, Back, a reload or closing the tab throws away what was typed. Browsers hold Back only for who has done
 * something on the page since they were last held.
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
    // Before React sees the click: a Link would navigate at once.
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
