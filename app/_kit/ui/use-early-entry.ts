import { type Ref, type RefCallback, useCallback, useEffect, useRef } from "react";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Held = { value?: unknown; checked?: boolean | undefined };

/**
 * The ref of a control with a value from React. Hydration would revert what a user typed, chose or ticked earlier in the server's HTML: the
 * ref dispatches it to React as if it happened now.
 */
export function useEarlyEntry<Node extends Control>(
  held: Held & { ref?: Ref<Node> | undefined },
): RefCallback<Node> {
  const { ref } = held;
  const control = useRef<Node>(null);
  const first = useRef<Held>(held);
  useEffect(() => {
    const entered = control.current && entryOf(control.current, first.current);
    // Each in a separate task: a handler works with the values of the last render.
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

/** Dispatches an entry that differs from React's value; null when there is none. */
function entryOf(control: Control, { value, checked }: Held): (() => void) | null {
  if (control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio")) {
    const entered = control.checked;
    // Of two radios, the deselected one has no entry.
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
    // React compares with the value that it last saw in the control: first set the value that it has, then, past React, the entry.
    control.value = String(value);
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, entered);
    control.dispatchEvent(new Event(type, { bubbles: true }));
  };
}

/** Whether a control shows a value in the browser's notation: other line ends, nothing for a date that doesn't exist. */
function isShown(control: Control, value: string): boolean {
  if (control.value === value) return true;
  // A missing option can't be shown, whatever the control shows instead.
  if (control instanceof HTMLSelectElement)
    return ![...control.options].some((option) => option.value === value);
  const twin = control.cloneNode() as Exclude<Control, HTMLSelectElement>;
  twin.value = value;
  return twin.value === control.value;
}
