"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Cause, usePageErrorWords } from "@/app/_i18n/error-words";
import { Button } from "@/app/_kit/ui/button";
import { CopyButton } from "@/app/_kit/ui/copy-button";
import type { FieldError } from "@/server/kernel/errors";
import type { Reason } from "@/server/kernel/reasons";

/** The error envelope of the API, or as much of it as there is. */
export type ShownError = {
  cause?: Cause;
  name: string;
  description?: string;
  resolution?: string;
  code?: string;
  requestId?: string;
  /** The description is specific to this case, not to its code. */
  isExact?: boolean;
  /** The resolution is specific to this case, too. */
  isAdvised?: boolean;
  /** The specific description, to say it in the page's language. */
  reason?: Reason;
  details?:
    | {
        fields?: readonly { path: string; message: string; reason?: FieldError["reason"] }[] | undefined;
        retryAfterSeconds?: number;
      }
    | undefined;
};

export type ErrorPanelProps = {
  error: ShownError;
  onRetry?: () => void;
  retrying?: boolean;
  actions?: ReactNode;
};

/** Inline, in place of the data. */
export function ErrorPanel({ error, onRetry, retrying = false, actions }: ErrorPanelProps) {
  const t = useTranslations("common");
  const { name, description, resolution, ownWords } = usePageErrorWords()(error);
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
        {isUnexpected(error) ? <Details error={error} /> : null}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 empty:hidden">
          {onRetry ? (
            <Button size="sm" onClick={onRetry} pending={retrying}>
              {t("tryAgain")}
            </Button>
          ) : null}
          {actions}
        </div>
      </div>
    </div>
  );
}

/** No user of a page can cause these: they are reported with the facts that identify them. */
const unexpected = new Set(["INTERNAL_ERROR", "VALIDATION_ERROR", "INVALID_REQUEST_BODY"]);
const isUnexpected = ({ cause, code, requestId }: ShownError): boolean =>
  Boolean(requestId) && (cause === "crash" || (code !== undefined && unexpected.has(code)));

function Details({ error }: { error: ShownError }) {
  const t = useTranslations("common");
  const facts = [
    { term: t("code"), value: error.code },
    ...(error.details?.fields ?? []).map(({ path, message }) => ({ term: path, value: message })),
    { term: t("requestId"), value: error.requestId },
  ].filter((fact) => fact.value);
  return (
    <details className="text-xs">
      <summary className="w-fit cursor-pointer text-muted">{t("details")}</summary>
      <dl className="flex flex-wrap gap-x-4 gap-y-0.5 py-1.5 text-muted">
        {facts.map((fact) => (
          <div key={fact.term} className="flex min-w-0 gap-1.5">
            <dt className="shrink-0">{fact.term}</dt>
            <dd className="min-w-0 font-mono wrap-anywhere">{fact.value}</dd>
          </div>
        ))}
      </dl>
      {error.requestId ? (
        <CopyButton size="sm" variant="ghost" value={error.requestId} label={t("copyRequestId")} />
      ) : null}
    </details>
  );
}
