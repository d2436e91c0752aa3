import { useGoTo } from "@/app/_kit/page/use-go-to";

/** Turns a page into a command that navigates to it. */
export function useGo() {
  const goTo = useGoTo();
  return (href: string) => ({ leaves: true, run: () => goTo(href) });
}
