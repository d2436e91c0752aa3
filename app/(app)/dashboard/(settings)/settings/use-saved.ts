import { useRouter } from "next/navigation";
import { useToast } from "@/app/_kit/ui/toast";

/** After saving: confirms it, and refreshes the page or navigates to the next. */
export function useSaved() {
  const router = useRouter();
  const toast = useToast();
  return (message: string, goTo?: string) => {
    toast.success(message);
    // Not push: Back should not lead to a form that was sent.
    if (goTo !== undefined) router.replace(goTo);
    router.refresh();
  };
}
