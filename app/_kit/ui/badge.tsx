import { Circle, CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/app/_kit/ui/class-names";

const tones = {
  neutral: { Icon: Circle, look: "border-line bg-sunken text-muted" },
  accent: { Icon: Info, look: "border-accent-line bg-accent-soft text-accent-text" },
  success: { Icon: CircleCheck, look: "border-success-line bg-success-soft text-success-text" },
  warning: { Icon: TriangleAlert, look: "border-warning-line bg-warning-soft text-warning-text" },
  danger: { Icon: CircleAlert, look: "border-danger-line bg-danger-soft text-danger-text" },
};

export type Tone = keyof typeof tones;
export type BadgeProps = { children: ReactNode; tone?: Tone; icon?: ReactNode; className?: string };

/** A status: always text and an icon, colour is extra. `icon={null}` leaves the icon out. */
export function Badge({ children, tone = "neutral", icon, className }: BadgeProps) {
  const { Icon, look } = tones[tone];
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-sm border px-1.5 py-px font-medium text-xs",
        "[&_svg]:size-3 [&_svg]:shrink-0",
        look,
        className,
      )}
    >
      {icon === undefined ? <Icon aria-hidden /> : icon}
      {children}
    </span>
  );
}
