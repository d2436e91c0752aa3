import Link from "next/link";
import type { ComponentProps } from "react";
import { type ButtonLook, buttonStyles } from "@/app/_ui/button-styles";
import { cn } from "@/app/_ui/class-names";

export type LinkButtonProps = ComponentProps<typeof Link> & ButtonLook;

/** A link that looks like a button: for what changes the address. */
export function LinkButton({ variant, size, block, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={cn(buttonStyles({ variant, size, block }), className)} />;
}
