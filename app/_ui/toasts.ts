import type { ReactNode } from "react";

export interface ToastMessage {
  id: string;
  type: "success" | "error";
  title: string;
  description?: ReactNode;
  /** Milliseconds; the pointer or the focus on the toasts stops the time. */
  timeout?: number;
  /** Its time is over, or it was dismissed. */
  onClose?: () => void;
  actionProps?: { children: string; onClick: () => void } | undefined;
}

interface Region {
  add(toast: ToastMessage): unknown;
  close(id: string): void;
}

/** What is told, and what is to be told once there is something that shows it. */
export class Toasts {
  #region: Region | null = null;
  #waiting: ToastMessage[] = [];
  #made = 0;

  /** @param load asks for the region */
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

  /** The region can't be had: their time is over. @returns them */
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
