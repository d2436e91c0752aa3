"use client";

import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  createContext,
  type FocusEvent,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import { Button } from "@/app/_kit/ui/button";
import { useTopModal } from "@/app/_kit/ui/modal";
import { type Toast, Toasts } from "@/app/_kit/ui/toasts";

const maxShown = 4;
const none: readonly Toast[] = [];

/** Above the bottom bar of a phone, and the bar of selected rows. */
const onPage =
  "fixed end-3 bottom-[calc(4.25rem+var(--selection-bar,0px)+env(safe-area-inset-bottom))] z-50 flex w-[calc(100vw-1.5rem)] max-w-sm flex-col gap-2 outline-none sm:end-5 md:bottom-[calc(1.25rem+var(--selection-bar,0px))]";
/** Within the dialog, above its title, so that they cover none of its buttons. */
const inModal = "order-first flex shrink-0 flex-col gap-2 p-2 outline-none";

/** The region "Notifications". F6 leads to it. */
function ToastRegion({ toasts }: { toasts: Toasts }) {
  const t = useTranslations("common");
  const modal = useTopModal();
  const region = useRef<HTMLElement>(null);
  const before = useRef<EventTarget>(null);
  const [isPaused, setPaused] = useState(false);
  const shown = useSyncExternalStore(toasts.subscribe, toasts.shown, () => none);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "F6" && toasts.shown().length > 0) region.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [toasts]);
  // The last toast may close without an event that ends the pause.
  if (isPaused && shown.length === 0) setPaused(false);
  const close = (toast: Toast) => {
    const isFocused = region.current?.contains(document.activeElement);
    toasts.close(toast.id);
    if (isFocused && before.current instanceof HTMLElement) before.current.focus();
  };
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
    setPaused(true);
  };
  const section = (
    <section
      ref={region}
      aria-label={t("notifications")}
      aria-live="polite"
      tabIndex={-1}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={onFocus}
      onBlur={() => setPaused(false)}
      className={modal && shown.length > 0 ? inModal : onPage}
    >
      {shown.slice(0, maxShown).map((toast) => (
        <ToastMessage key={toast.id} toast={toast} isPaused={isPaused} onClose={() => close(toast)} />
      ))}
    </section>
  );
  // Outside of a modal dialog, it would be inert.
  return modal ? createPortal(section, modal) : section;
}

type MessageProps = { toast: Toast; isPaused: boolean; onClose: () => void };

function ToastMessage({ toast, isPaused, onClose }: MessageProps) {
  const t = useTranslations("common");
  const { type, title, description, timeout, action } = toast;
  const timedOut = useRef(onClose);
  useEffect(() => {
    timedOut.current = onClose;
  });
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => timedOut.current(), timeout);
    return () => clearTimeout(timer);
  }, [isPaused, timeout]);
  const closeByKey = ({ key }: { key: string }) => (key === "Escape" ? onClose() : undefined);
  const act = () => {
    action?.onClick();
    onClose();
  };
  return (
    <div
      role={type === "error" ? "alert" : "status"}
      className="flex w-full items-start gap-2.5 rounded-lg bg-raised py-2.5 pointer-coarse:py-1 ps-3.5 pe-2 text-fg shadow-overlay transition-[opacity,translate] duration-150 starting:translate-y-2 starting:opacity-0 forced-colors:border"
    >
      {type === "error" ? (
        <CircleAlert aria-hidden className="mt-1 pointer-coarse:mt-3.5 size-4 shrink-0 text-danger-text" />
      ) : (
        <CircleCheck aria-hidden className="mt-1 pointer-coarse:mt-3.5 size-4 shrink-0 text-success-text" />
      )}
      <div className="min-w-0 flex-1 py-0.5 pointer-coarse:py-3">
        <div className="font-medium">{title}</div>
        {description ? <div className="text-muted">{description}</div> : null}
      </div>
      {action ? (
        <Button size="sm" onClick={act} onKeyDown={closeByKey}>
          {action.label}
        </Button>
      ) : null}
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={t("dismissNotification")}
        onClick={onClose}
        onKeyDown={closeByKey}
      >
        <X aria-hidden />
      </Button>
    </div>
  );
}

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
