"use client";

import {
  type ComponentProps,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";

let shown: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function setShown(next: readonly HTMLDialogElement[]): void {
  shown = next;
  // The page behind a modal is neither scrolled nor bright (globals.css). A `:has()` on the root would be re-evaluated at every change.
  const root = document.documentElement;
  if (shown.length === 0) delete root.dataset.backdrop;
  else root.dataset.backdrop ??= window.innerWidth > root.clientWidth ? "gutter" : "";
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The topmost modal dialog: what lies outside of it is inert. */
export const useTopModal = (): HTMLDialogElement | null =>
  useSyncExternalStore(
    subscribe,
    () => shown.at(-1) ?? null,
    () => null,
  );

export type ModalProps = Omit<ComponentProps<"dialog">, "ref" | "open" | "onClose"> & {
  /** Called by Escape and by a click outside. */
  onClose: () => void;
  /** A click outside does not close it. */
  ignoresOutsideClick?: boolean;
  /** Esc and clicks outside do nothing. */
  isLocked?: boolean;
  /** By default the first element that can have the focus. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** By default the element that had the focus before. */
  finalFocus?: (() => HTMLElement | null) | undefined;
};

/** A native modal dialog, open as long as it is rendered. It contains the focus and returns it. */
export function Modal({
  onClose,
  isLocked = false,
  ignoresOutsideClick = isLocked,
  initialFocus,
  finalFocus,
  ...dialog
}: ModalProps) {
  const element = useModalElement(initialFocus, finalFocus);
  const isPressedOutside = useRef(false);
  const isOutside = ({ target, clientX, clientY }: Pick<PointerEvent, "target" | "clientX" | "clientY">) => {
    if (target !== element.current) return false;
    const { left, right, top, bottom } = element.current.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom;
  };
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it
    <dialog
      {...dialog}
      ref={element}
      // Some browsers close it at the second Escape, whatever `onCancel` does.
      {...(isLocked && { closedby: "none" })}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!isLocked) onClose();
      }}
      onClose={(event) => {
        if (event.target !== event.currentTarget || event.currentTarget.open) return;
        if (isLocked) event.currentTarget.showModal();
        else onClose();
      }}
      onPointerDown={(event) => {
        isPressedOutside.current = isOutside(event);
      }}
      onClick={(event) => {
        if (!ignoresOutsideClick && isPressedOutside.current && isOutside(event)) onClose();
      }}
    />,
    document.body,
  );
}

function useModalElement(
  initialFocus: ModalProps["initialFocus"],
  finalFocus: ModalProps["finalFocus"],
): RefObject<HTMLDialogElement | null> {
  const element = useRef<HTMLDialogElement>(null);
  const final = useRef(finalFocus);
  useEffect(() => {
    final.current = finalFocus;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it opens
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    dialog.showModal();
    initialFocus?.current?.focus();
    setShown([...shown, dialog]);
    return () => {
      const [below, above] = [shown.slice(0, shown.indexOf(dialog)), shown.slice(shown.indexOf(dialog))];
      setShown(below);
      // From the top: under another one, the element that gets the focus is inert.
      for (const one of above.reverse()) one.close();
      final.current?.()?.focus();
    };
  }, []);
  return element;
}
