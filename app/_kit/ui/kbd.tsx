import type { ReactNode } from "react";
import { cn } from "@/app/_kit/ui/class-names";

/** A key on the keyboard. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={cn(
        "inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-sunken px-1 font-sans text-muted text-xs",
        className,
      )}
    >
      {children}
    </kbd>
  );
}

/** The key of a button, on it. */
export function KeyHint({ children }: { children: string }) {
  return (
    <Kbd className="border-current/40 bg-transparent text-current pointer-coarse:hidden">{children}</Kbd>
  );
}
