import { useTranslations } from "next-intl";
/** First focusable element of every page; leads to `main` with id "content". */
export function SkipLink() {
  const t = useTranslations("common");
  return (
    <a
      href="#content"
      className="fixed top-2 start-2 z-50 -translate-y-24 rounded-md bg-accent px-3 py-2 font-medium text-on-accent focus:translate-y-0 focus:shadow-overlay print:hidden"
    >
      {t("skipToContent")}
    </a>
  );
}
