"use client";

import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import { cn } from "@/app/_ui/class-names";
import { popupStyles } from "@/app/_ui/overlay-styles";

export type PopoverProps = {
  trigger: ReactElement;
  /** Names the pop-up. */
  title: ReactNode;
  titleHidden?: boolean;
  children: ReactNode;
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
};

/** A small non-modal dialog beside its button. */
export function Popover({
  trigger,
  title,
  titleHidden,
  children,
  align = "start",
  className,
  ...rest
}: PopoverProps) {
  return (
    <Base.Root open={rest.open} onOpenChange={rest.onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} collisionPadding={12} className="z-50">
          <Base.Popup
            className={cn(popupStyles, "max-h-(--available-height) w-72 overflow-y-auto p-3.5", className)}
          >
            <Base.Title className={cn("mb-1.5 font-semibold", titleHidden && "sr-only")}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
