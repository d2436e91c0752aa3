import type { ReactNode } from "react";

export interface ToastMessage {
  id: string;
  type: "success" | "error";
  title: string;
  description?: ReactNode;
  /** Milliseconds; the pointer or the focus on the toasts pauses the timeout. */
  timeout?: number;
  /** Called when it times out or is dismissed. */
  onClose?: () => void;
  actionProps?: { children: string; onClick: () => void } | undefined;
}

interface Region {
  add(toast: ToastMessage): unknown;
  close(id: string): void;
}

/** The toasts, queued until there is a region that shows them. */
export class Toasts {
  #region: Region | null = null;
  #waiting: ToastMessage[] = [];
  #made = 0;

  /** @param load requests the region */
  constructor(readonly load: () => Promise<void>) {}

  readonly add = (toast: Omit<ToastMessage, "id">): string => {
    this.#made += 1;
    const made = { ...toast, id: `toast-${this.#made}` };
    if (this.#region) this.#region.add(made);
    else {
      this.#waiting.push(made);
      void this.load();
    }
    return made.id;
  };

  readonly close = (id: string): void => {
    this.#region?.close(id);
    for (const { onClose } of this.#take((toast) => toast.id === id)) onClose?.();
  };

  readonly showIn = (region: Region) => {
    this.#region = region;
    for (const toast of this.#take(() => true)) region.add(toast);
    return () => {
      this.#region = null;
    };
  };

  /** Times the queued toasts out, because the region failed to load. @returns them */
  readonly giveUp = (): ToastMessage[] => {
    const lost = this.#take(() => true);
    for (const { onClose } of lost) onClose?.();
    return lost;
  };

  #take(isTaken: (toast: ToastMessage) => boolean): ToastMessage[] {
    const taken = this.#waiting.filter(isTaken);
    this.#waiting = this.#waiting.filter((toast) => !isTaken(toast));
    return taken;
  }
}
