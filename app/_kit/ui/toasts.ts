import type { ReactNode } from "react";

export interface Toast {
  id: string;
  type: "success" | "error";
  title: string;
  description?: ReactNode;
  /** Milliseconds; the pointer or the focus on the toasts pauses the timeout. */
  timeout: number;
  /** Called once, when it times out or is dismissed. */
  onClose?: () => void;
  action?: { label: string; onClick: () => void } | undefined;
}

/** The toasts that are shown, the newest first. */
export class Toasts {
  #shown: readonly Toast[] = [];
  #made = 0;
  readonly #listeners = new Set<() => void>();

  readonly shown = (): readonly Toast[] => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** @returns its id */
  readonly add = (toast: Omit<Toast, "id">): string => {
    this.#made += 1;
    const id = `toast-${this.#made}`;
    this.#show([{ ...toast, id }, ...this.#shown]);
    return id;
  };

  readonly close = (id: string): void => {
    const closed = this.#shown.find((toast) => toast.id === id);
    if (!closed) return;
    this.#show(this.#shown.filter((toast) => toast !== closed));
    closed.onClose?.();
  };

  #show(toasts: readonly Toast[]): void {
    this.#shown = toasts;
    for (const listener of this.#listeners) listener();
  }
}
