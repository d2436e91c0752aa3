"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ReactElement } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import type { MenuChoicesProps, MenuItemProps, MenuProps } from "@/app/_kit/ui/menu";
import { popupStyles } from "@/app/_kit/ui/overlay-styles";
import { PageLink } from "@/app/_kit/ui/page-link";
import type { Press } from "@/app/_kit/ui/use-first-press";
import { useRepeatedPress } from "@/app/_kit/ui/use-repeated-press";

const itemStyles = [
  "flex min-h-8 cursor-default select-none items-center gap-2 rounded-sm px-2 py-1 outline-none pointer-coarse:min-h-10",
  "data-highlighted:bg-hover data-disabled:text-subtle data-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted",
  "forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText]",
].join(" ");

type Props = Pick<MenuProps, "children" | "align"> & { button: ReactElement; press: Press };

export function Popup({ children, button, press, align }: Props) {
  const trigger = useRepeatedPress(press);
  return (
    <Base.Root>
      <Base.Trigger ref={trigger} render={button} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup className={cn(popupStyles, "max-h-(--available-height) min-w-44 overflow-y-auto p-1")}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function Item({ children, href, onSelect, icon, danger = false, disabled }: MenuItemProps) {
  const look = cn(itemStyles, danger && "text-danger-text [&_svg]:text-danger-text");
  const inside = (
    <>
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
    </>
  );
  if (href === undefined) {
    return (
      <Base.Item onClick={onSelect} disabled={disabled} className={look}>
        {inside}
      </Base.Item>
    );
  }
  return (
    <Base.LinkItem closeOnClick onClick={onSelect} render={<PageLink href={href} />} className={look}>
      {inside}
    </Base.LinkItem>
  );
}

export function Separator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line forced-colors:border-t" />;
}

export function Choices({ label, value, onChange, choices }: MenuChoicesProps) {
  return (
    <Base.RadioGroup aria-label={label} value={value} onValueChange={onChange}>
      {choices.map((choice) => (
        <Base.RadioItem key={choice.value} value={choice.value} className={itemStyles}>
          {choice.icon}
          <span className="min-w-0 flex-1">{choice.label}</span>
          <Base.RadioItemIndicator className="flex">
            <Check aria-hidden />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}
