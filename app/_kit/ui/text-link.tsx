import { cn } from "@/app/_kit/ui/class-names";
import { PageLink, type PageLinkProps } from "@/app/_kit/ui/page-link";

export type TextLinkProps = PageLinkProps & { quiet?: boolean };

/** A link in running text is underlined; `quiet` is for lists and tables, where the position already shows it. On touch its box reaches above and below its line. */
export function TextLink({ quiet = false, className, ...rest }: TextLinkProps) {
  const look = quiet
    ? "font-medium text-fg hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
    : "text-accent-text underline decoration-accent-line hover:decoration-current pointer-coarse:-my-2 pointer-coarse:py-2";
  return (
    <PageLink {...rest} className={cn("rounded-sm underline-offset-3 transition-colors", look, className)} />
  );
}
