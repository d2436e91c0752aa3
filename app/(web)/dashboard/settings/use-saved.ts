import { useRouter } from "next/navigation";
import { useToast } from "@/app/_ui/toast";

/** After something was saved: says so, and shows the page anew, or the one that follows. */
export function useSaved() {
  const router = useRouter();
  const toast = useToast();
  return (told: string, goTo?: string) => {
    toast.success(told);
    // Not push: Back should not lead to a form that was sent.
    if (goTo !== undefined) router.replace(goTo);
    router.refresh();
  };
}
