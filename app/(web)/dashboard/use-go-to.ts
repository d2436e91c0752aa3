"use client";

import { useRouter } from "next/navigation";
import { useCallback } from "react";

/** Navigates like a link that is clicked, so that a form with unsaved changes may ask first. */
export function useGoTo(): (href: string) => void {
  const router = useRouter();
  return useCallback(
    (href) => {
      const link = document.createElement("a");
      link.href = href;
      link.hidden = true;
      link.addEventListener("click", (event) => {
        event.preventDefault();
        router.push(href);
      });
      document.body.append(link);
      link.click();
      link.remove();
    },
    [router],
  );
}
