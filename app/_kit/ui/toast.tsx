"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { regionStyles, toastStyles } from "@/app/_kit/ui/toast-styles";
import { type ToastMessage, Toasts } from "@/app/_kit/ui/toasts";
import { usePreloadOnIntent } from "@/app/_kit/ui/use-preload-on-intent";

const SHOWN_WITH_ACTION_MS = 12_000;

const Context = createContext<Toasts | null>(null);

/** Around the whole app, once. Contains the region "Notifications"; the code that shows toasts in it is loaded before the first one. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const t = useTranslations("common");
  const [Region, setRegion] = useState<typeof import("@/app/_kit/ui/toast-region").ToastRegion>();
  const [unshown, setUnshown] = useState<ToastMessage[]>([]);
  const [toasts] = useState(
    () =>
      new Toasts(async () => {
        try {
          const region = await import("@/app/_kit/ui/toast-region");
          setRegion(() => region.ToastRegion);
        } catch {
          const lost = toasts.giveUp();
          if (lost.length === 0) return;
          setUnshown(lost);
          setTimeout(() => setUnshown((now) => (now === lost ? [] : now)), SHOWN_WITH_ACTION_MS);
        }
      }),
  );
  usePreloadOnIntent(toasts.load);
  return (
    <Context value={toasts}>
      {children}
      {Region ? (
        <Region toasts={toasts} />
      ) : (
        <section aria-label={t("notifications")} aria-live="polite" className={regionStyles}>
          {unshown.map(({ id, title, description }) => (
            <div key={id} role="alert" className={cn(toastStyles, "px-3.5 py-3")}>
              <div className="font-medium">{title}</div>
              <div className="text-muted">{description}</div>
            </div>
          ))}
        </section>
      )}
    </Context>
  );
}

export type ToastOptions = Pick<ToastMessage, "description" | "timeout" | "onClose">;
type Action = { label: string; onClick: () => void };

/** `success` and `error` show a message, `undo` also a button "Undo" that calls back before the toast closes. All return the toast's id. */
export function useToast() {
  const t = useTranslations("common");
  const toasts = use(Context);
  if (!toasts) throw new Error("outside of the app");
  const { add, close, load } = toasts;
  return useMemo(
    () => ({
      success: (title: string, options: ToastOptions = {}) => add({ type: "success", title, ...options }),
      error: (title: string, { action, ...options }: ToastOptions & { action?: Action } = {}) => {
        const act = () => {
          close(id);
          action?.onClick();
        };
        const actionProps = action && { children: action.label, onClick: act };
        const id = add({ type: "error", timeout: SHOWN_WITH_ACTION_MS, title, actionProps, ...options });
        return id;
      },
      undo: (title: string, onUndo: () => void, options: ToastOptions = {}) => {
        const undoAndClose = () => {
          onUndo();
          close(id);
        };
        const actionProps = { children: t("undo"), onClick: undoAndClose };
        const id = add({ type: "success", timeout: SHOWN_WITH_ACTION_MS, title, actionProps, ...options });
        return id;
      },
      close,
      /** Loads the region ahead of the first toast. */
      load,
    }),
    [add, close, load, t],
  );
}
