import { FileText } from "lucide-react";
import type { Command } from "@/app/(app)/dashboard/_shell/commands/command";
import { useGo } from "@/app/(app)/dashboard/_shell/commands/use-go";

/** The pages that the user may open, with their names. */
export type NamedPages = readonly { label: string; href: string }[];

export function usePages(pages: NamedPages): Command[] {
  const go = useGo();
  return pages.map(({ label, href }) => ({
    id: href,
    label,
    icon: <FileText aria-hidden />,
    ...go(href),
  }));
}
