"use client";

import { Popover as Base } from "@base-ui/react/popover";
import { cn } from "@/app/_kit/ui/class-names";
import { popupStyles } from "@/app/_kit/ui/overlay-styles";
import type { PopoverProps } from "@/app/_kit/ui/popover";
import type { Press } from "@/app/_kit/ui/use-first-press";
import { useRepeatedPress } from "@/app/_kit/ui/use-repeated-press";

export function PopoverPopup({
  trigger,
  title,
  children,
  className,
  press,
}: PopoverProps & { press: Press }) {
  const button = useRepeatedPress(press);
  return (
    <Base.Root>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={6} collisionPadding={12} className="z-50">
          <Base.Popup
            className={cn(popupStyles, "max-h-(--available-height) w-72 overflow-y-auto p-3.5", className)}
          >
            <Base.Title className="mb-1.5 font-semibold">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
