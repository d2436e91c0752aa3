"use client";

import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { cn } from "@/app/_kit/ui/class-names";
import { regionStyles, toastStyles } from "@/app/_kit/ui/toast-styles";
import type { Toasts } from "@/app/_kit/ui/toasts";

const SHOWN_MS = 6_000;

/** The region "Notifications", which shows toasts from now on. */
export function ToastRegion({ toasts }: { toasts: Toasts }) {
  const t = useTranslations("common");
  const [manager] = useState(() => Toast.createToastManager());
  // After the provider has subscribed.
  useEffect(() => toasts.showIn(manager), [toasts, manager]);
  return (
    <Toast.Provider timeout={SHOWN_MS} limit={4} toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport aria-label={t("notifications")} className={regionStyles}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

// Base UI announces "dialog" here; a message without a question is not one.
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
        toastStyles,
        "transition-[opacity,translate] duration-150",
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
