import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn } from "@/app/_kit/ui/class-names";

const tones = {
  info: { Icon: Info, look: "border-accent-line bg-accent-soft [&>svg]:text-accent-text" },
  success: { Icon: CircleCheck, look: "border-success-line bg-success-soft [&>svg]:text-success-text" },
  warning: { Icon: TriangleAlert, look: "border-warning-line bg-warning-soft [&>svg]:text-warning-text" },
  danger: { Icon: CircleAlert, look: "border-danger-line bg-danger-soft [&>svg]:text-danger-text" },
};

export type NoteProps = {
  /** Names the note; pass `label` instead when the name should not be shown. */
  title?: ReactNode;
  label?: string;
  children?: ReactNode;
  tone?: keyof typeof tones;
  actions?: ReactNode;
  className?: string;
};

/** Something to know before going on, as `role="note"`. */
export function Note({ title, label, children, tone = "info", actions, className }: NoteProps) {
  const { Icon, look } = tones[tone];
  const id = useId();
  return (
    <div
      role="note"
      aria-label={label}
      aria-labelledby={title && !label ? id : undefined}
      className={cn("flex min-w-0 items-start gap-2.5 rounded-lg border px-3.5 py-3", look, className)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 max-w-[75ch]">
          {title ? (
            <div id={id} className="font-semibold">
              {title}
            </div>
          ) : null}
          {children}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
    </div>
  );
}
