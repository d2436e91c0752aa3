"use client";

import type { ReactNode } from "react";
import { CopyButton } from "@/app/_ui/copy-button";
import { TextLink } from "@/app/_ui/text-link";
import { useIsAwake } from "@/app/_ui/use-is-awake";
import { ExactTime } from "@/app/_ui/exact-time";
import { curlOf, durationWords, summaryOf } from "@/app/(web)/dashboard/open-api/logs/request-words";
import { StatusBadge } from "@/app/(web)/dashboard/open-api/logs/status-badge";
import { paths } from "@/app/(web)/dashboard/paths";
import type { RequestView } from "@/server/modules/request-log/present";

type Props = { view: RequestView; baseUrl: string };

/** Everything that the log knows of a request, what it means first. */
export function RequestDetails({ view, baseUrl }: Props) {
  const awake = useIsAwake();
  const link = `${awake ? window.location.origin : ""}${paths.log(view.requestId)}`;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <StatusBadge status={view.status} />
          <code className="min-w-0 font-mono text-[0.8125rem] wrap-anywhere">
            {view.method} {view.path}
          </code>
        </p>
        <p className="font-medium text-pretty">{summaryOf(view)}</p>
      </div>
      <Refusal view={view} />
      <dl className="grid grid-cols-[minmax(6.5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <Fact term="Request ID">
          <Mono>{view.requestId}</Mono>
        </Fact>
        <Fact term="Time">
          <ExactTime at={view.at} />
        </Fact>
        <Fact term="Duration">{durationWords(view.durationMs)}</Fact>
        <Fact term="Key">
          <Caller view={view} />
        </Fact>
        {view.ownerName ? <Fact term="Acts as">{view.ownerName}</Fact> : null}
        {view.actingUserName ? <Fact term="On behalf of">{view.actingUserName}</Fact> : null}
        <Fact term="Endpoint">
          {view.endpoint ? <Mono>{view.endpoint}</Mono> : "No endpoint has this path"}
        </Fact>
        {view.query ? (
          <Fact term="Query">
            <Mono>{view.query}</Mono>
          </Fact>
        ) : null}
        {view.bodyFields ? (
          <Fact term="Body fields">
            <Mono>{view.bodyFields.join(", ") || "none"}</Mono>
            <span className="block text-muted text-xs">Values are not stored.</span>
          </Fact>
        ) : null}
        {view.idempotencyKey ? (
          <Fact term="Idempotency key">
            <Mono>{view.idempotencyKey}</Mono>
            <span className="block text-muted text-xs">
              {view.isReplay ? "A replay: the stored answer was given again." : "Not a replay."}
            </span>
          </Fact>
        ) : null}
        {view.operationId ? (
          <Fact term="Operation">
            <Mono>{view.operationId}</Mono>
          </Fact>
        ) : null}
        {view.burstLeft === null ? null : <Fact term="Burst left">{view.burstLeft} of 50</Fact>}
        {view.userAgent ? <Fact term="User agent">{view.userAgent}</Fact> : null}
      </dl>
      <div className="flex flex-wrap gap-2">
        <CopyButton size="sm" value={view.requestId} label="Copy request ID" />
        {view.api === "oauth" ? null : (
          <CopyButton size="sm" value={curlOf(view, baseUrl)} label="Copy as curl" />
        )}
        <CopyButton size="sm" value={link} label="Copy link" />
      </div>
    </div>
  );
}

const Mono = ({ children }: { children: ReactNode }) => (
  <code className="font-mono text-xs wrap-anywhere">{children}</code>
);

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function Caller({ view: { keyId, keyName } }: { view: RequestView }) {
  if (!keyId) return "None that is known";
  if (!keyId.startsWith("key-")) return keyName ?? "Gone";
  return <TextLink href={paths.key(keyId)}>{keyName ?? "A key that is gone"}</TextLink>;
}

/** The envelope's own words and the fields that it names. */
function Refusal({ view: { error, errorCode } }: { view: RequestView }) {
  if (!error && !errorCode) return null;
  const fields = Array.isArray(error?.details?.fields) ? error.details.fields : [];
  return (
    <div className="flex flex-col gap-1 rounded-md border border-line bg-sunken px-3 py-2.5">
      {errorCode ? <code className="font-mono font-semibold text-xs wrap-anywhere">{errorCode}</code> : null}
      {error?.description ? <p>{error.description}</p> : null}
      {error?.resolution ? <p className="text-muted">{error.resolution}</p> : null}
      {fields.length > 0 ? (
        <ul className="mt-1 flex list-disc flex-col gap-0.5 ps-4">
          {fields.map(({ path, message }: { path?: string; message?: string }) => (
            <li key={`${path} ${message}`}>
              <code className="font-mono text-xs">{path}</code> {message}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
