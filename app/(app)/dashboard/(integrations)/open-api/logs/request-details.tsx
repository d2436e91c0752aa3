"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useErrorWords } from "@/app/_i18n/error-words";
import { CopyButton } from "@/app/_kit/ui/copy-button";
import { ExactTime } from "@/app/_kit/ui/exact-time";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useIsAwake } from "@/app/_kit/ui/use-is-awake";
import {
  curlOf,
  durationWords,
  isOfApp,
  requiredScopesOf,
  summaryOf,
} from "@/app/(app)/dashboard/(integrations)/open-api/logs/request-words";
import { StatusBadge } from "@/app/(app)/dashboard/(integrations)/open-api/logs/status-badge";
import { paths } from "@/app/paths";
import type { RequestView } from "@/server/modules/integrations/request-log/present";

type Props = { view: RequestView; baseUrl: string };

/** Everything that the log has about a request, the explanation first. */
export function RequestDetails({ view, baseUrl }: Props) {
  const t = useTranslations("logs.details");
  const words = useTranslations("logs");
  const common = useTranslations("common");
  const locale = useLocale();
  const awake = useIsAwake();
  const link = `${awake ? window.location.origin : ""}${paths.log(view.requestId)}`;
  const isMcp = view.api === "mcp";
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <StatusBadge status={view.status} />
          <code className="min-w-0 font-mono text-[0.8125rem] wrap-anywhere">
            {view.method} {view.path}
          </code>
        </p>
        <p className="font-medium text-pretty">{summaryOf(view, words, locale)}</p>
      </div>
      <Refusal view={view} />
      <dl className="grid grid-cols-[minmax(6.5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <Fact term={t("requestId")}>
          <Mono>{view.requestId}</Mono>
        </Fact>
        <Fact term={t("time")}>
          <ExactTime at={view.at} />
        </Fact>
        <Fact term={t("duration")}>{durationWords(view.durationMs, locale)}</Fact>
        <Fact term={t(isOfApp(view) ? "app" : "key")}>
          <Caller view={view} />
        </Fact>
        {view.ownerName ? <Fact term={t("actsAs")}>{view.ownerName}</Fact> : null}
        {view.actingUserName ? <Fact term={t("onBehalfOf")}>{view.actingUserName}</Fact> : null}
        <Fact term={t(isMcp ? "tool" : "endpoint")}>
          {view.endpoint ? <Mono>{view.endpoint}</Mono> : t(isMcp ? "noTool" : "noEndpoint")}
        </Fact>
        {view.query ? (
          <Fact term={t("query")}>
            <Mono>{view.query}</Mono>
          </Fact>
        ) : null}
        {view.bodyFields ? (
          <Fact term={t(isMcp ? "arguments" : "bodyFields")}>
            <Mono>{view.bodyFields.join(", ") || t("noFields")}</Mono>
            <span className="block text-muted text-xs">{t("notStored")}</span>
          </Fact>
        ) : null}
        {view.idempotencyKey ? (
          <Fact term={t("idempotencyKey")}>
            <Mono>{view.idempotencyKey}</Mono>
            <span className="block text-muted text-xs">{view.isReplay ? t("replay") : t("noReplay")}</span>
          </Fact>
        ) : null}
        {view.operationId ? (
          <Fact term={t("operation")}>
            <Mono>{view.operationId}</Mono>
          </Fact>
        ) : null}
        {view.burstLeft === null ? null : (
          <Fact term={t("burstLeft")}>{t("burstOf", { left: view.burstLeft, burst: view.burst })}</Fact>
        )}
        {view.userAgent ? <Fact term={t("userAgent")}>{view.userAgent}</Fact> : null}
      </dl>
      <div className="flex flex-wrap gap-2">
        <CopyButton size="sm" value={view.requestId} label={common("copyRequestId")} />
        {view.api === "oauth" || isMcp ? null : (
          <CopyButton size="sm" value={curlOf(view, baseUrl)} label={t("copyCurl")} />
        )}
        <CopyButton size="sm" value={link} label={t("copyLink")} />
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
  const t = useTranslations("logs.details");
  if (!keyId) return t("noCaller");
  if (!keyId.startsWith("key-")) return keyName ?? t("gone");
  return <TextLink href={paths.key(keyId)}>{keyName ?? t("keyGone")}</TextLink>;
}

/** The error envelope's own text and the fields that it names. */
function Refusal({ view }: { view: RequestView }) {
  const { error, errorCode, isExactError } = view;
  const wordsOf = useErrorWords();
  if (!error && !errorCode) return null;
  const fields = Array.isArray(error?.details?.fields) ? error.details.fields : [];
  const scopes = requiredScopesOf(view);
  const words = wordsOf({ code: errorCode, ...error }, isExactError);
  return (
    <div className="flex flex-col gap-1 rounded-md border border-line bg-sunken px-3 py-2.5">
      {errorCode ? <Code code={errorCode} /> : null}
      {words.name ? <p className="font-medium">{words.name}</p> : null}
      {words.description ? <p>{words.description}</p> : null}
      {words.ownWords ? (
        <p lang="en" className="text-muted">
          {words.ownWords}
        </p>
      ) : null}
      {words.resolution ? <p className="text-muted">{words.resolution}</p> : null}
      {fields.length > 0 ? (
        <ul className="mt-1 flex list-disc flex-col gap-0.5 ps-4">
          {fields.map(({ path, message }: { path?: string; message?: string }) => (
            <li key={`${path} ${message}`}>
              <code className="font-mono text-xs">{path}</code> {message}
            </li>
          ))}
        </ul>
      ) : null}
      {scopes.length > 0 ? <NeededScopes scopes={scopes} ofKey={!isOfApp(view)} /> : null}
    </div>
  );
}

type NeededProps = { scopes: readonly string[]; ofKey: boolean };

/** The missing scopes, and for a key a link to a form that creates one with them. */
function NeededScopes({ scopes, ofKey }: NeededProps) {
  const t = useTranslations("logs.details");
  return (
    <>
      <p className="mt-1">
        <span className="text-muted">{t("requiredScopes")} </span>
        {scopes.map((scope) => (
          <code key={scope} className="me-2 font-mono text-xs">
            {scope}
          </code>
        ))}
      </p>
      {ofKey ? (
        <LinkButton size="sm" href={paths.newKeyWith(scopes)} className="mt-1.5 self-start">
          {t("createKey", { scopes: scopes.join(", ") })}
        </LinkButton>
      ) : null}
    </>
  );
}

/** A code of the catalogue links to its explanation. OAuth codes are not in the catalogue. */
function Code({ code }: { code: string }) {
  const look = "self-start font-mono font-semibold text-xs wrap-anywhere";
  if (!/^[A-Z_]+$/.test(code)) return <code className={look}>{code}</code>;
  return (
    <TextLink href={paths.errorCode(code)} prefetch={false} className={look}>
      {code}
    </TextLink>
  );
}
