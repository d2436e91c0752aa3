"use client";

import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/app/_ui/button";
import { CopyButton } from "@/app/_ui/copy-button";
import { TextLink } from "@/app/_ui/text-link";

const TRY_AGAIN = "Try again";
const COPY_REQUEST_ID = "Copy request ID";
const OPEN_IN_LOGS = "Open in logs";
const CODE = "Code";
const REQUEST_ID = "Request ID";

/** The error envelope of the API, or as much of it as there is. */
export type ShownError = {
  name: string;
  description?: string;
  resolution?: string;
  code?: string;
  requestId?: string;
};

export type ErrorPanelProps = {
  error: ShownError;
  onRetry?: () => void;
  retrying?: boolean;
  /** The log entry of this request. */
  logsHref?: string;
  actions?: ReactNode;
};

/** Inline, where the data would have been. */
export function ErrorPanel({ error, onRetry, retrying = false, logsHref, actions }: ErrorPanelProps) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-lg border border-danger-line bg-danger-soft px-3.5 py-3"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
      <div className="flex min-w-0 flex-1 flex-col gap-2.5">
        <div className="max-w-[75ch]">
          <div className="font-semibold">{error.name}</div>
          {error.description ? <div>{error.description}</div> : null}
          {error.resolution ? <div className="text-muted">{error.resolution}</div> : null}
        </div>
        <Identity error={error} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 empty:hidden">
          {onRetry ? (
            <Button size="sm" onClick={onRetry} pending={retrying}>
              {TRY_AGAIN}
            </Button>
          ) : null}
          {error.requestId ? (
            <CopyButton size="sm" variant="ghost" value={error.requestId} label={COPY_REQUEST_ID} />
          ) : null}
          {logsHref ? <TextLink href={logsHref}>{OPEN_IN_LOGS}</TextLink> : null}
          {actions}
        </div>
      </div>
    </div>
  );
}

function Identity({ error }: { error: ShownError }) {
  const facts = [
    { term: CODE, value: error.code },
    { term: REQUEST_ID, value: error.requestId },
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
