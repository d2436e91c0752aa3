import type { KeyboardEvent } from "react";

/** The items of a menu, in order. */
export const itemsIn = (menu: HTMLElement): HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]'),
];

/** The item to which a key leads from the focused one; null for other keys. A letter leads to the next item that begins with it. */
export function itemAfterKey({ key }: KeyboardEvent, items: readonly HTMLElement[]): HTMLElement | null {
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
