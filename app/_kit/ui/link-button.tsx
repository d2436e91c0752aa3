import { type ButtonLook, buttonStyles } from "@/app/_kit/ui/button-styles";
import { cn } from "@/app/_kit/ui/class-names";
import { PageLink, type PageLinkProps } from "@/app/_kit/ui/page-link";

export type LinkButtonProps = PageLinkProps & ButtonLook;

/** A link that looks like a button: for changes of the address. */
export function LinkButton({ variant, size, block, className, ...rest }: LinkButtonProps) {
  return <PageLink {...rest} className={cn(buttonStyles({ variant, size, block }), className)} />;
}
