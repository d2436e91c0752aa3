import { useGoTo } from "@/app/(web)/dashboard/use-go-to";

/** What makes a command lead to a page. */
export function useGo() {
  const goTo = useGoTo();
  return (href: string) => ({ leaves: true, run: () => goTo(href) });
}
