"use client";

import Link, { useLinkStatus } from "next/link";
import { type ComponentProps, useEffect, useState } from "react";
import { beginNavigation } from "@/app/_kit/ui/pending-navigations";

export type PageLinkProps = Omit<ComponentProps<typeof Link>, "href"> & { href: string };

/**
 * A link to another page, prefetched when a user seems about to follow it. By default Next.js fetches the code of every page whose link is
 * visible: half as much again as the requested page.
 */
export function PageLink({ onMouseEnter, onFocus, onTouchStart, children, ...rest }: PageLinkProps) {
  const [isWanted, setWanted] = useState(false);
  const want = () => setWanted(true);
  return (
    <Link
      prefetch={isWanted ? null : false}
      {...rest}
      onMouseEnter={(event) => {
        want();
        onMouseEnter?.(event);
      }}
      onFocus={(event) => {
        want();
        onFocus?.(event);
      }}
      onTouchStart={(event) => {
        want();
        onTouchStart?.(event);
      }}
    >
      {children}
      <LinkPending href={rest.href} />
    </Link>
  );
}

/** Inside a Link: reports a navigation from the click until its page is there. Renders nothing. */
function LinkPending({ href }: { href: string }) {
  const { pending } = useLinkStatus();
  useEffect(() => (pending ? beginNavigation(pathOf(href)) : undefined), [pending, href]);
  return null;
}

export const pathOf = (href: string): string => new URL(href, window.location.href).pathname;
