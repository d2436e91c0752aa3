"use client";

import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { buttonStyles } from "@/app/_ui/button-styles";
import { cn } from "@/app/_ui/class-names";

const SHOWN_MS = 6_000;
const SHOWN_WITH_ACTION_MS = 12_000;

/** Around the whole app, once. Holds the region "Notifications". */
export function ToastProvider({ children }: { children: ReactNode }) {
  const t = useTranslations("common");
  return (
    <Toast.Provider timeout={SHOWN_MS} limit={4}>
      {children}
      <Toast.Portal>
        <Toast.Viewport
          aria-label={t("notifications")}
          className="fixed end-3 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-50 flex w-[calc(100vw-1.5rem)] max-w-sm flex-col gap-2 outline-none sm:end-5 md:bottom-5"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

// Base UI says "dialog" here; a message that asks nothing is not one.
const announcement = (type: string | undefined) => ({
  role: type === "error" ? "alert" : "status",
  "aria-modal": undefined,
});

// Base UI hides the button from screen readers until the pointer or focus is inside, while Tab still reaches it.
const alwaysReachable = { "aria-hidden": undefined };

function ToastList() {
  const t = useTranslations("common");
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      {...announcement(toast.type)}
      swipeDirection={["right", "down"]}
      className={cn(
        "w-full rounded-lg bg-raised text-fg shadow-overlay transition-[opacity,translate] duration-150 forced-colors:border",
        "translate-x-(--toast-swipe-movement-x) data-ending-style:opacity-0 data-limited:hidden",
        "data-starting-style:translate-y-2 data-starting-style:opacity-0",
      )}
    >
      <Toast.Content className="flex items-start gap-2.5 py-2.5 pe-2 ps-3.5">
        {toast.type === "error" ? (
          <CircleAlert aria-hidden className="mt-1 size-4 shrink-0 text-danger-text" />
        ) : (
          <CircleCheck aria-hidden className="mt-1 size-4 shrink-0 text-success-text" />
        )}
        <div className="min-w-0 flex-1 py-0.5">
          <Toast.Title render={<div />} className="font-medium" />
          <Toast.Description className="text-muted" />
        </div>
        <Toast.Action className={buttonStyles({ size: "sm" })} />
        <Toast.Close
          aria-label={t("dismissNotification")}
          {...alwaysReachable}
          className={buttonStyles({ variant: "ghost", size: "iconSm" })}
        >
          <X aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

export type ToastOptions = {
  description?: ReactNode;
  /** Milliseconds; the pointer or the focus on the toasts stops the time. */
  timeout?: number;
  /** Its time is over, or it was dismissed. */
  onClose?: () => void;
};
type Action = { label: string; onClick: () => void };

/**
 * `success` and `error` tell, `undo` also offers a button "Undo" that calls back, before the toast closes. All return the toast's id.
 */
export function useToast() {
  const t = useTranslations("common");
  const { add, close } = Toast.useToastManager();
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
    }),
    [add, close, t],
  );
}
