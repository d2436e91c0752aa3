"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { Check, Ellipsis } from "lucide-react";
import Link from "next/link";
import type { ReactElement, ReactNode } from "react";
import { Button } from "@/app/_ui/button";
import { cn } from "@/app/_ui/class-names";
import { popupStyles } from "@/app/_ui/overlay-styles";

const itemStyles = [
  "flex min-h-8 cursor-default select-none items-center gap-2 rounded-sm px-2 py-1 outline-none pointer-coarse:min-h-10",
  "data-highlighted:bg-hover data-disabled:text-subtle data-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted",
  "forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText]",
].join(" ");

export type MenuProps = {
  children: ReactNode;
  /** Name of the default three-dot button, such as "Actions for key Payroll sync". */
  label?: string;
  /** A Button of one's own instead. */
  trigger?: ReactElement;
  align?: "start" | "center" | "end";
};

/** A button that opens a list of actions. */
export function Menu({ children, label, trigger, align = "end" }: MenuProps) {
  const button = trigger ?? (
    <Button variant="ghost" size="iconSm" aria-label={label}>
      <Ellipsis aria-hidden />
    </Button>
  );
  return (
    <Base.Root>
      <Base.Trigger render={button} />
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

export type MenuItemProps = {
  children: ReactNode;
  /** With it the item is a link. */
  href?: string;
  onSelect?: () => void;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
};

export function MenuItem({ children, href, onSelect, icon, danger = false, disabled }: MenuItemProps) {
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
    <Base.LinkItem closeOnClick onClick={onSelect} render={<Link href={href} />} className={look}>
      {inside}
    </Base.LinkItem>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line forced-colors:border-t" />;
}

export type MenuChoicesProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  choices: readonly { value: string; label: string; icon?: ReactNode }[];
};

/** One choice of several, as `menuitemradio`s in a named group. */
export function MenuChoices({ label, value, onChange, choices }: MenuChoicesProps) {
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
