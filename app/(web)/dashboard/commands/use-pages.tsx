import { FileText } from "lucide-react";
import type { Command } from "@/app/(web)/dashboard/commands/command";
import { useGo } from "@/app/(web)/dashboard/commands/use-go";

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
