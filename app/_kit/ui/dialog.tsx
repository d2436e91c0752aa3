"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  type ComponentProps,
  cloneElement,
  createContext,
  type ReactElement,
  type ReactNode,
  use,
  useId,
} from "react";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { cn } from "@/app/_kit/ui/class-names";
import { Modal, type ModalProps } from "@/app/_kit/ui/modal";
import { modalStyles } from "@/app/_kit/ui/overlay-styles";

const Close = createContext<(() => void) | null>(null);

const sheet =
  "max-w-none sm:max-w-4xl max-sm:mb-0 max-sm:w-full max-sm:max-h-[calc(100dvh-2rem)] max-sm:rounded-b-none max-sm:starting:translate-y-8";
const widths = { sm: "max-w-sm", md: "max-w-lg", lg: "max-w-2xl", sheet };

type Props = Pick<ModalProps, "initialFocus" | "finalFocus"> & {
  title: ReactNode;
  children: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  description?: ReactNode;
  /** Buttons, right-aligned, always in view. Wrap closing ones in DialogClose. */
  footer?: ReactNode;
  /** A sheet comes from the lower edge of a phone, and fits two columns elsewhere. */
  size?: keyof typeof widths;
  /** No close button; Esc and clicks outside do nothing. The caller closes it through `open`. */
  locked?: boolean;
};

/** Modal dialog named by its title. When it closes, the focus goes back to where it was. */
export function Dialog({ open, ...rest }: Props) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({
  title,
  description,
  children,
  footer,
  locked = false,
  size = "md",
  ...rest
}: Omit<Props, "open">) {
  const t = useTranslations("common");
  const id = useId();
  const close = () => rest.onOpenChange(false);
  return (
    <Close value={close}>
      <Modal
        aria-labelledby={id}
        aria-describedby={description ? `${id}-description` : undefined}
        isLocked={locked}
        onClose={close}
        initialFocus={rest.initialFocus}
        finalFocus={rest.finalFocus}
        className={cn(modalStyles, widths[size])}
      >
        <div className={cn("flex items-start gap-3 px-5 pt-4 pb-3", !locked && "pointer-coarse:pt-2")}>
          {/* Its first line is level with the button, which is higher on touch. */}
          <div className={cn("min-w-0 flex-1", !locked && "pointer-coarse:pt-2.5")}>
            <h2 id={id} className="font-semibold text-base">
              {title}
            </h2>
            {description ? (
              <p id={`${id}-description`} className="mt-1 text-muted">
                {description}
              </p>
            ) : null}
          </div>
          {locked ? null : (
            <button
              type="button"
              aria-label={t("closeDialog")}
              onClick={close}
              className={cn(buttonStyles({ variant: "ghost", size: "iconSm" }), "-me-1.5")}
            >
              <X aria-hidden />
            </button>
          )}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
        {footer ? (
          <div className="flex flex-wrap justify-end gap-2 border-line border-t bg-sunken px-5 py-3">
            {footer}
          </div>
        ) : null}
      </Modal>
    </Close>
  );
}

/** Turns the button inside into a close button. */
export function DialogClose({ children }: { children: ReactElement<ComponentProps<"button">> }) {
  const close = use(Close);
  if (!close) throw new Error("outside of a dialog");
  return cloneElement(children, { onClick: close });
}
