import { Badge, type Tone } from "@/app/_kit/ui/badge";

function toneOf(status: number): Tone {
  if (status >= 500) return "danger";
  return status >= 400 ? "warning" : "success";
}

/** An HTTP status: the number carries the meaning, icon and colour are extra. */
export const StatusBadge = ({ status }: { status: number }) => <Badge tone={toneOf(status)}>{status}</Badge>;
