import Link from "next/link";
import type { ComponentProps } from "react";
import { cn } from "@/app/_ui/class-names";

export type TextLinkProps = ComponentProps<typeof Link> & { quiet?: boolean };

/** A link in running text is underlined; `quiet` is for lists and tables, where position already tells. */
export function TextLink({ quiet = false, className, ...rest }: TextLinkProps) {
  const look = quiet
    ? "font-medium text-fg hover:underline"
    : "text-accent-text underline decoration-accent-line hover:decoration-current";
  return (
    <Link {...rest} className={cn("rounded-sm underline-offset-3 transition-colors", look, className)} />
  );
}
