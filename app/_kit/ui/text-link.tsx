import { cn } from "@/app/_kit/ui/class-names";
import { PageLink, type PageLinkProps } from "@/app/_kit/ui/page-link";

export type TextLinkProps = PageLinkProps & { quiet?: boolean };

/** A link in running text is underlined; `quiet` is for lists and tables, where the position already shows it. */
export function TextLink({ quiet = false, className, ...rest }: TextLinkProps) {
  const look = quiet
    ? "font-medium text-fg hover:underline"
    : "text-accent-text underline decoration-accent-line hover:decoration-current";
  return (
    <PageLink {...rest} className={cn("rounded-sm underline-offset-3 transition-colors", look, className)} />
  );
}
