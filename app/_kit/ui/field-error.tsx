import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** The message under a control. Renders nothing without one. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div id={id} className="flex items-start gap-1.5 text-danger-text text-xs">
      <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </div>
  );
}
