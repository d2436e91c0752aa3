import type { ComponentProps, MouseEvent } from "react";
import { type ButtonLook, buttonStyles } from "@/app/_kit/ui/button-styles";
import { cn } from "@/app/_kit/ui/class-names";
import { Spinner } from "@/app/_kit/ui/spinner";

export type ButtonProps = ComponentProps<"button"> & ButtonLook & { pending?: boolean };

/**
 * `pending` keeps the label, adds a spinner and ignores clicks; the button stays focusable, so that focus is not lost while the request
 * runs.
 */
export function Button({
  variant,
  size,
  block,
  pending = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const busy = pending
    ? { "aria-busy": true, "aria-disabled": true, onClick: (event: MouseEvent) => event.preventDefault() }
    : { onClick };
  return (
    <button {...rest} {...busy} type={type} className={cn(buttonStyles({ variant, size, block }), className)}>
      {pending ? <Spinner /> : null}
      {children}
    </button>
  );
}
