import { LoaderCircle } from "lucide-react";
import { cn } from "@/app/_kit/ui/class-names";

/** Decoration only: the busy element says so itself with `aria-busy`. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn("size-4 shrink-0 animate-spin", className)} />;
}
