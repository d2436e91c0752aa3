import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { shownError } from "@/app/_kit/page/shown-error";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Skeleton } from "@/app/_kit/ui/skeleton";

type Props<Answer> = {
  words: "notifications.preview" | "reports.preview";
  /** Below the title. */
  help?: string;
  /** The form has what a preview needs. */
  isReady: boolean;
  /** The query of the preview. */
  query: { data: Answer | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Stands first while the preview loads. */
  waiting?: ReactNode;
  children: (answer: Answer) => ReactNode;
};

/** The region "Preview" beside the form of something that is sent on a schedule. */
export function PreviewSection<Answer>({ words, help, isReady, query, waiting, children }: Props<Answer>) {
  const t = useTranslations(words);
  const { data, error, isFetching, refetch } = query;
  return (
    <section
      aria-labelledby="preview-heading"
      aria-busy={isFetching}
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface px-4 pt-3.5 pb-5 sm:px-5"
    >
      <div>
        <h2 id="preview-heading" className="font-semibold">
          {t("title")}
        </h2>
        {help ? <p className="text-muted">{help}</p> : null}
      </div>
      {isReady ? null : <p className="text-muted">{t("incomplete")}</p>}
      {isReady && error ? (
        <ErrorPanel error={shownError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : null}
      {isReady && !error && data === undefined ? (
        <div role="status">
          <span className="sr-only">{t("loading")}</span>
          <div aria-hidden className="flex flex-col gap-2.5">
            {waiting}
            <Skeleton className="w-1/2" />
            <Skeleton className="w-3/4" />
            <Skeleton className="w-3/4" />
          </div>
        </div>
      ) : null}
      {isReady && !error && data !== undefined ? children(data) : null}
    </section>
  );
}
