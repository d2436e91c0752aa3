"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { ToastRegion } from "@/app/_kit/ui/toast-region";
import { type Toast, Toasts } from "@/app/_kit/ui/toasts";

const SHOWN_MS = 6_000;
const SHOWN_WITH_ACTION_MS = 12_000;

const Context = createContext<Toasts | null>(null);

/** Around the whole app, once. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts] = useState(() => new Toasts());
  return (
    <Context value={toasts}>
      {children}
      <ToastRegion toasts={toasts} />
    </Context>
  );
}

type Options = Pick<Toast, "description" | "onClose"> & Partial<Pick<Toast, "timeout">>;

/** `success` and `error` show a message, `undo` also a button "Undo" that calls back before the toast closes. All return the toast's id. */
export function useToast() {
  const t = useTranslations("common");
  const toasts = use(Context);
  if (!toasts) throw new Error("outside of the app");
  const { add, close } = toasts;
  return useMemo(
    () => ({
      success: (title: string, options: Options = {}) =>
        add({ type: "success", timeout: SHOWN_MS, title, ...options }),
      error: (title: string, options: Options & Pick<Toast, "action"> = {}) =>
        add({ type: "error", timeout: SHOWN_WITH_ACTION_MS, title, ...options }),
      undo: (title: string, onUndo: () => void, options: Options = {}) =>
        add({
          type: "success",
          timeout: SHOWN_WITH_ACTION_MS,
          title,
          action: { label: t("undo"), onClick: onUndo },
          ...options,
        }),
      close,
    }),
    [add, close, t],
  );
}
