"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { useShortcuts } from "@/app/_kit/page/shortcuts";
import { LinkButton } from "@/app/_kit/ui/link-button";

/** A list's link to its form at `new` below it. The shortcut `c` follows it. */
export function CreateLink({ href, children }: { href: string; children: ReactNode }) {
  const { forms } = useShortcuts();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => forms.offer(href, () => link.current?.click()), [forms, href]);
  return (
    <LinkButton ref={link} href={href} variant="primary">
      {children}
    </LinkButton>
  );
}
