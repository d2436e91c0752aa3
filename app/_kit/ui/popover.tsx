"use client";

import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, useId } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { popupStyles } from "@/app/_kit/ui/overlay-styles";
import { usePopover } from "@/app/_kit/ui/use-popover";

type Props = {
  trigger: ReactElement<ComponentProps<"button">>;
  /** Names the pop-up. */
  title: ReactNode;
  children: ReactNode;
  className?: string;
};

/** A small non-modal dialog beside its button. */
export function Popover({ trigger, title, children, className }: Props) {
  const id = useId();
  const { isOpen, close, button, popup } = usePopover((shown) => shown.focus());
  return (
    <>
      {cloneElement(trigger, { ...button, "aria-haspopup": "dialog" })}
      <div
        {...popup}
        role="dialog"
        aria-labelledby={id}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
        }}
        className={cn(popupStyles, "w-72 p-3.5 sm:[position-area:block-end_span-inline-end]", className)}
      >
        {isOpen ? (
          <>
            <h2 id={id} className="mb-1.5 font-semibold">
              {title}
            </h2>
            {children}
          </>
        ) : null}
      </div>
    </>
  );
}
