"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useState, useTransition } from "react";
import { pathOf } from "@/app/_kit/ui/page-link";
import { beginNavigation } from "@/app/_kit/ui/pending-navigations";

/** Navigates like a clicked link, so that a form with unsaved changes can ask first. */
export function useGoTo(): (href: string) => void {
  const router = useRouter();
  const [pending, start] = useTransition();
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => (pending && target ? beginNavigation(pathOf(target)) : undefined), [pending, target]);
  return useCallback(
    (href) => {
      const link = document.createElement("a");
      link.href = href;
      link.hidden = true;
      link.addEventListener("click", (event) => {
        event.preventDefault();
        setTarget(href);
        start(() => router.push(href));
      });
      document.body.append(link);
      link.click();
      link.remove();
    },
    [router],
  );
}
