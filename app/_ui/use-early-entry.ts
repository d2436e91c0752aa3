import { type Ref, type RefCallback, useCallback, useEffect, useRef } from "react";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Held = { value?: unknown; checked?: boolean | undefined };

/**
 * The ref of a control whose value React holds. What somebody typed, chose or ticked in the server's HTML, before React was awake, it
 * would take back with the next drawing: it is told of it as if it happened now.
 */
export function useEarlyEntry<Node extends Control>(
  held: Held & { ref?: Ref<Node> | undefined },
): RefCallback<Node> {
  const { ref } = held;
  const control = useRef<Node>(null);
  const first = useRef<Held>(held);
  useEffect(() => {
    const entered = control.current && entryOf(control.current, first.current);
    // Each by itself: what hears of it works with the values as they were drawn last.
    if (entered) setTimeout(entered);
  }, []);
  return useCallback(
    (node: Node | null) => {
      control.current = node;
      if (typeof ref === "function") return ref(node);
      if (ref) ref.current = node;
    },
    [ref],
  );
}

/** What tells React of an entry that differs from what it holds; null when there is none. */
function entryOf(control: Control, { value, checked }: Held): (() => void) | null {
  if (control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio")) {
    const entered = control.checked;
    // Of two radios the one that was left has nothing to tell.
    if (checked === undefined || entered === checked || (control.type === "radio" && !entered)) return null;
    return () => {
      control.checked = !entered;
      control.click();
    };
  }
  const entered = control.value;
  if (value === undefined || value === null || isShown(control, String(value))) return null;
  const type = control instanceof HTMLSelectElement ? "change" : "input";
  return () => {
    // React compares with what it last saw in the control: that is what it holds, and then, past React, what was entered.
    control.value = String(value);
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, entered);
    control.dispatchEvent(new Event(type, { bubbles: true }));
  };
}

/** Whether a control shows a value, in the browser's own writing of it: other line ends, nothing for a date that doesn't exist. */
function isShown(control: Control, value: string): boolean {
  if (control.value === value) return true;
  // What isn't offered can't be shown, whatever stands in its place.
  if (control instanceof HTMLSelectElement)
    return ![...control.options].some((option) => option.value === value);
  const twin = control.cloneNode() as Exclude<Control, HTMLSelectElement>;
  twin.value = value;
  return twin.value === control.value;
}
