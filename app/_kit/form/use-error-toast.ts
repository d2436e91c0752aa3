import { usePageErrorWords } from "@/app/_i18n/error-words";
import { shownError } from "@/app/_kit/page/shown-error";
import { useToast } from "@/app/_kit/ui/toast";

/** Shows the error of a call in a toast. @param title replaces the error's name */
export function useErrorToast(): (error: unknown, title?: string) => void {
  const toast = useToast();
  const wordsOf = usePageErrorWords();
  return (error, title) => {
    const shown = shownError(error);
    const { name = shown.name, description, ownWords, resolution } = wordsOf(shown);
    toast.error(title ?? name, {
      description: ownWords ?? ([description, resolution].filter(Boolean).join(" ") || undefined),
    });
  };
}
