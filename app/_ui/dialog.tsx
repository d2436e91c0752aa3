"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { buttonStyles } from "@/app/_ui/button-styles";
import { cn } from "@/app/_ui/class-names";
import { backdropStyles, modalFrameStyles, modalStyles } from "@/app/_ui/overlay-styles";

const widths = { sm: "max-w-sm", md: "max-w-lg", lg: "max-w-2xl" };

type PopupProps = ComponentProps<typeof Base.Popup>;
export type DialogProps = {
  title: ReactNode;
  children: ReactNode;
  /** One Button or similar; the dialog opens on its click and gives focus back to it. */
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  description?: ReactNode;
  /** Buttons, right-aligned, always in view. Wrap closing ones in DialogClose. */
  footer?: ReactNode;
  size?: keyof typeof widths;
  /** No close button; Esc and clicks outside do nothing. The caller closes it through `open`. */
  locked?: boolean;
  initialFocus?: PopupProps["initialFocus"];
  finalFocus?: PopupProps["finalFocus"];
};

/** Modal dialog named by its title. */
export function Dialog({ trigger, open, onOpenChange, locked = false, size = "md", ...rest }: DialogProps) {
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={locked}
      onOpenChange={(next, details) => {
        if (locked && !next && details.reason === "escape-key") details.cancel();
        else onOpenChange?.(next);
      }}
    >
      {trigger ? <Base.Trigger render={trigger} /> : null}
      <Base.Portal>
        <Base.Backdrop className={cn(backdropStyles, "z-40")} />
        <Base.Viewport className={modalFrameStyles}>
          <Base.Popup
            initialFocus={rest.initialFocus}
            finalFocus={rest.finalFocus}
            className={cn(modalStyles, widths[size])}
          >
            <DialogBody {...rest} locked={locked} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

function DialogBody({ title, description, children, footer, locked }: Omit<DialogProps, "trigger">) {
  const t = useTranslations("common");
  return (
    <>
      <div className="flex items-start gap-3 px-5 pt-4 pb-3">
        <div className="min-w-0 flex-1">
          <Base.Title className="font-semibold text-base">{title}</Base.Title>
          {description ? (
            <Base.Description className="mt-1 text-muted">{description}</Base.Description>
          ) : null}
        </div>
        {locked ? null : (
          <Base.Close
            aria-label={t("closeDialog")}
            className={cn(buttonStyles({ variant: "ghost", size: "iconSm" }), "-me-1.5")}
          >
            <X aria-hidden />
          </Base.Close>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
      {footer ? (
        <div className="flex flex-wrap justify-end gap-2 border-line border-t bg-sunken px-5 py-3">
          {footer}
        </div>
      ) : null}
    </>
  );
}

/** Turns the button inside into one that closes the dialog. */
export function DialogClose({ children }: { children: ReactElement }) {
  return <Base.Close render={children} />;
}
