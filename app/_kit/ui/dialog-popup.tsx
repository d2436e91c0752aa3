"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { backdrop } from "@/app/_kit/ui/backdrop";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { cn } from "@/app/_kit/ui/class-names";
import type { DialogProps } from "@/app/_kit/ui/dialog";
import { modalFrameStyles, modalStyles } from "@/app/_kit/ui/overlay-styles";

const widths = {
  sm: "max-w-sm",
  md: "max-w-lg",
  lg: "max-w-2xl",
  sheet: "sm:max-w-4xl max-sm:mb-0 max-sm:rounded-b-none max-sm:data-starting-style:translate-y-8",
};
const sheetFrame = "max-sm:p-0 max-sm:pt-8";

export function Popup({ open, onOpenChange, locked = false, size = "md", ...rest }: DialogProps) {
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={locked}
      onOpenChange={(next, details) => {
        if (locked && !next && details.reason === "escape-key") details.cancel();
        else onOpenChange(next);
      }}
    >
      <Base.Portal>
        <Base.Backdrop {...backdrop} />
        <Base.Viewport className={cn(modalFrameStyles, size === "sheet" && sheetFrame)}>
          <Base.Popup
            initialFocus={rest.initialFocus}
            finalFocus={rest.finalFocus}
            className={cn(modalStyles, widths[size])}
          >
            <Body {...rest} locked={locked} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

function Body({ title, description, children, footer, locked }: Omit<DialogProps, "open" | "onOpenChange">) {
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

export function Close({ children }: { children: ReactElement }) {
  return <Base.Close render={children} />;
}
