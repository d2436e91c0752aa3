"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";
import { LinkPending } from "@/app/_kit/ui/link-pending";

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
