"use client";

import { Check, Ellipsis } from "lucide-react";
import {
  type ComponentProps,
  cloneElement,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  use,
  useRef,
} from "react";
import { Button } from "@/app/_kit/ui/button";
import { cn } from "@/app/_kit/ui/class-names";
import { popupStyles } from "@/app/_kit/ui/overlay-styles";
import { PageLink } from "@/app/_kit/ui/page-link";
import { usePopover } from "@/app/_kit/ui/use-popover";

const CloseMenu = createContext<() => void>(() => undefined);

type MenuProps = {
  children: ReactNode;
  /** Name of the default three-dot button, such as "Actions for key Payroll sync". */
  label?: string;
  /** Another Button instead. */
  trigger?: ReactElement<ComponentProps<"button">>;
};

/** A button that opens a list of actions: the menu button of the ARIA Authoring Practices. */
export function Menu({ children, label, trigger }: MenuProps) {
  /** Where the focus goes: a key begins with an item, the pointer with none. */
  const start = useRef<0 | -1 | null>(null);
  const { isOpen, close, button, popup } = usePopover((shown) => {
    const first = start.current === null ? null : itemsIn(shown).at(start.current);
    (first ?? shown).focus();
  });
  const openByKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    event.currentTarget.click();
    start.current = event.key === "ArrowUp" ? -1 : 0;
  };
  const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Tab") return close();
    const item = itemAfterKey(event, itemsIn(event.currentTarget));
    if (!item) return;
    event.preventDefault();
    item.focus();
  };
  const opener = trigger ?? (
    <Button variant="ghost" size="iconSm" aria-label={label}>
      <Ellipsis aria-hidden />
    </Button>
  );
  return (
    <>
      {cloneElement(opener, {
        ...button,
        "aria-haspopup": "menu",
        // A click by key has no detail.
        onClick: ({ detail }: MouseEvent) => {
          start.current = detail === 0 ? 0 : null;
        },
        onKeyDown: openByKey,
      })}
      <div
        {...popup}
        role="menu"
        aria-label={label ?? opener.props["aria-label"]}
        onKeyDown={moveByKey}
        className={cn(popupStyles, "min-w-44 p-1 sm:[position-area:block-end_span-inline-start]")}
      >
        {isOpen ? <CloseMenu value={close}>{children}</CloseMenu> : null}
      </div>
    </>
  );
}

const itemStyles = [
  "flex min-h-8 w-full cursor-default select-none items-center gap-2 rounded-sm px-2 py-1 text-start outline-none pointer-coarse:min-h-11",
  "focus:bg-hover aria-disabled:text-subtle aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted",
  "forced-colors:focus:bg-[Highlight] forced-colors:focus:text-[HighlightText]",
].join(" ");

/** The item under the pointer has the focus, and so the keys continue from it. */
const itemProps = {
  tabIndex: -1,
  onPointerMove: ({ currentTarget }: { currentTarget: HTMLElement }) => currentTarget.focus(),
};

type MenuItemProps = {
  children: ReactNode;
  /** With it the item is a link. */
  href?: string;
  onSelect?: () => void;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
};

export function MenuItem({
  children,
  href,
  onSelect,
  icon,
  danger = false,
  disabled = false,
}: MenuItemProps) {
  const close = use(CloseMenu);
  const select = () => {
    close();
    onSelect?.();
  };
  const props = {
    ...itemProps,
    role: "menuitem",
    onClick: disabled ? undefined : select,
    className: cn(itemStyles, danger && "text-danger-text [&_svg]:text-danger-text"),
  };
  const content = (
    <>
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
    </>
  );
  return href === undefined ? (
    <button type="button" aria-disabled={disabled || undefined} {...props}>
      {content}
    </button>
  ) : (
    <PageLink href={href} {...props}>
      {content}
    </PageLink>
  );
}

export function MenuSeparator() {
  return <hr className="-mx-1 my-1 h-px border-0 bg-line forced-colors:border-t" />;
}

type MenuChoicesProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  choices: readonly { value: string; label: string; icon?: ReactNode }[];
};

/** One choice of several, as `menuitemradio`s in a named group. The menu stays open. */
export function MenuChoices({ label, value, onChange, choices }: MenuChoicesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not for a menu
    <div role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="menuitemradio"
          aria-checked={choice.value === value}
          {...itemProps}
          onClick={() => onChange(choice.value)}
          className={itemStyles}
        >
          {choice.icon}
          <span className="min-w-0 flex-1">{choice.label}</span>
          {choice.value === value ? <Check aria-hidden /> : null}
        </button>
      ))}
    </div>
  );
}

/** The items of a menu, in order. */
const itemsIn = (menu: HTMLElement): HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]'),
];

/** The item to which a key leads from the focused one; null for other keys. A letter leads to the next item that begins with it. */
function itemAfterKey(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  items: readonly HTMLElement[],
): HTMLElement | null {
  if (ctrlKey || metaKey || altKey) return null;
  const at = items.findIndex((item) => item.matches(":focus"));
  if (key === "ArrowDown") return items[(at + 1) % items.length] ?? null;
  if (key === "ArrowUp") return items.at(Math.max(at, 0) - 1) ?? null;
  if (key === "Home") return items[0] ?? null;
  if (key === "End") return items.at(-1) ?? null;
  if (key.length !== 1 || key === " ") return null;
  const following = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return (
    following.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase())) ?? null
  );
}
