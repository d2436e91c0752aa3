"use client";

import { Ellipsis } from "lucide-react";
import { createContext, type ReactElement, type ReactNode, use } from "react";
import { Button } from "@/app/_kit/ui/button";
import { useFirstPress } from "@/app/_kit/ui/use-first-press";

const loadParts = () => import("@/app/_kit/ui/menu-popup");
const Parts = createContext<Awaited<ReturnType<typeof loadParts>> | null>(null);

function useParts() {
  const parts = use(Parts);
  if (!parts) throw new Error("outside of a menu");
  return parts;
}

export type MenuProps = {
  children: ReactNode;
  /** Name of the default three-dot button, such as "Actions for key Payroll sync". */
  label?: string;
  /** Another Button instead. */
  trigger?: ReactElement<React.ComponentProps<"button">>;
  align?: "start" | "center" | "end";
};

/** A button that opens a list of actions. */
export function Menu({ children, label, trigger, align = "end" }: MenuProps) {
  const button = trigger ?? (
    <Button variant="ghost" size="iconSm" aria-label={label}>
      <Ellipsis aria-hidden />
    </Button>
  );
  const { closed, opened } = useFirstPress(loadParts, button, "menu");
  if (!opened) return closed;
  return (
    <Parts value={opened.parts}>
      <opened.parts.Popup button={button} press={opened.press} align={align}>
        {children}
      </opened.parts.Popup>
    </Parts>
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

export function MenuItem(props: MenuItemProps) {
  const { Item } = useParts();
  return <Item {...props} />;
}

export function MenuSeparator() {
  const { Separator } = useParts();
  return <Separator />;
}

export type MenuChoicesProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  choices: readonly { value: string; label: string; icon?: ReactNode }[];
};

/** One choice of several, as `menuitemradio`s in a named group. */
export function MenuChoices(props: MenuChoicesProps) {
  const { Choices } = useParts();
  return <Choices {...props} />;
}
