"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useErrorWords } from "@/app/_i18n/error-words";
import { Button } from "@/app/_ui/button";
import { CopyButton } from "@/app/_ui/copy-button";

/** What has no envelope: no answer came, or the page itself broke. The panel has the words for it. */
type Cause = "unreachable" | "crash";

/** The error envelope of the API, or as much of it as there is. */
export type ShownError = {
  cause?: Cause;
  name: string;
  description?: string;
  resolution?: string;
  code?: string;
  requestId?: string;
  /** The description is of this case, not of its code. */
  isExact?: boolean;
  details?: object;
};

export type ErrorPanelProps = {
  error: ShownError;
  onRetry?: () => void;
  retrying?: boolean;
  actions?: ReactNode;
};

/** Inline, where the data would have been. */
export function ErrorPanel({ error, onRetry, retrying = false, actions }: ErrorPanelProps) {
  const t = useTranslations("common");
  const { name, description, resolution, ownWords } = useWords(error);
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-lg border border-danger-line bg-danger-soft px-3.5 py-3"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
      <div className="flex min-w-0 flex-1 flex-col gap-2.5">
        <div className="max-w-[75ch]">
          <div className="font-semibold">{name}</div>
          {description ? <div>{description}</div> : null}
          {ownWords ? (
            <div lang="en" className="text-muted">
              {ownWords}
            </div>
          ) : null}
          {resolution ? <div className="text-muted">{resolution}</div> : null}
        </div>
        <Identity error={error} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 empty:hidden">
          {onRetry ? (
            <Button size="sm" onClick={onRetry} pending={retrying}>
              {t("tryAgain")}
            </Button>
          ) : null}
          {error.requestId ? (
            <CopyButton size="sm" variant="ghost" value={error.requestId} label={t("copyRequestId")} />
          ) : null}
          {actions}
        </div>
      </div>
    </div>
  );
}

function useWords(error: ShownError): ReturnType<ReturnType<typeof useErrorWords>> {
  const t = useTranslations("common");
  const wordsOf = useErrorWords();
  if (!error.cause) return wordsOf(error, error.isExact === true);
  return {
    name: t(`${error.cause}.name`),
    description: t(`${error.cause}.description`),
    resolution: t(`${error.cause}.resolution`),
  };
}

function Identity({ error }: { error: ShownError }) {
  const t = useTranslations("common");
  const facts = [
    { term: t("code"), value: error.code },
    { term: t("requestId"), value: error.requestId },
  ].filter((fact) => fact.value);
  if (facts.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-muted text-xs">
      {facts.map((fact) => (
        <div key={fact.term} className="flex min-w-0 gap-1.5">
          <dt className="shrink-0">{fact.term}</dt>
          <dd className="min-w-0 font-mono wrap-anywhere">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
