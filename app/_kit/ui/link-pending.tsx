"use client";

import { useLinkStatus } from "next/link";
import { useEffect } from "react";
import { beginNavigation } from "@/app/_kit/ui/pending-navigations";

/** Inside a Link: reports a navigation from the click until its page is there. Renders nothing. */
export function LinkPending({ href }: { href: string }) {
  const { pending } = useLinkStatus();
  useEffect(() => (pending ? beginNavigation(pathOf(href)) : undefined), [pending, href]);
  return null;
}

export const pathOf = (href: string): string => new URL(href, window.location.href).pathname;
