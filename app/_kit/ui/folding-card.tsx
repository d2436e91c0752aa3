"use client";

import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { Card, type CardProps } from "@/app/_kit/ui/card";
import { cn } from "@/app/_kit/ui/class-names";

type Props = CardProps & {
  /** Whether a phone shows its content from the start. */
  isOpen?: boolean;
};

/** A Card whose title shows and hides its content on a phone; wider screens, and browsers without JavaScript, show all of it. */
export function FoldingCard({ title, description, isOpen = false, className, children, ...card }: Props) {
  const id = useId();
  const [open, setOpen] = useState(isOpen);
  const shown = open ? "" : "max-md:hidden noscript:block!";
  return (
    <Card
      {...card}
      className={className}
      title={
        <>
          <span className="max-md:hidden">{title}</span>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="-ms-1 inline-flex min-h-11 items-center gap-1 rounded-sm text-start md:hidden"
          >
            <ChevronRight
              aria-hidden
              className={cn("size-4 shrink-0 transition-transform", open && "rotate-90")}
            />
            {title}
          </button>
        </>
      }
      description={description ? <div className={shown}>{description}</div> : undefined}
    >
      <div id={id} className={shown}>
        {children}
      </div>
    </Card>
  );
}
