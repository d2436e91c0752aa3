"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/app/_kit/ui/card";
import type { EndpointFacts } from "@/app/(app)/dashboard/(integrations)/open-api/keys/curl-example";
import { type KeyWords, scopeWords } from "@/app/(app)/dashboard/(integrations)/open-api/keys/scope-words";
import type { Role } from "@/server/access/roles";
import { scopes as allScopes, type Scope } from "@/server/access/scopes";

/**
 * What a key of this role sees, as the end of "This key reaches ".
 * @param names the locations or departments as a formatted list, or an empty text
 */
export function reachWords(t: KeyWords, role: Role, names: string): string {
  if (role === "ADMIN" || role === "USER" || names === "") return t(`reach.${role}`);
  return t(`reach.${role}_names`, { names });
}

/** The same in short, for the summary. */
const shortReach = (t: KeyWords, role: Role, names: string): string =>
  role === "ADMIN" || role === "USER" || names === "" ? reachWords(t, role, names) : names;

/** What a role's keys cannot see, contrary to expectation. */
export const reachLimit = (t: KeyWords, role: Role): string =>
  role === "APPROVER" ? `${t("reach.approverLimit")} ${t("reach.notWider")}` : t("reach.notWider");

type Props = {
  role: Role;
  /** The locations or departments in reach, as a formatted list. */
  names: string;
  scopes: readonly Scope[];
  endpoints: readonly EndpointFacts[];
  children: ReactNode;
};

const shownEndpoints = 6;

/** What the new key will be able to do, with the form's buttons. */
export function KeySummary({ role, names, scopes, endpoints, children }: Props) {
  const t = useTranslations("keys");
  const format = useFormatter();
  const things = (verb: "read" | "write") => {
    const found = allScopes
      .filter((scope) => scopes.includes(scope) && scope.endsWith(`:${verb}`))
      .map((scope) => scopeWords(t, scope).thing);
    return found.length > 0 ? format.list(found, "all") : t("summary.nothing");
  };
  const open = endpoints.filter(({ scope }) => (scopes as readonly string[]).includes(scope));
  return (
    <Card title={t("summary.title")} titleId="summary" description={t("summary.can")}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        <Line term={t("summary.read")}>{things("read")}</Line>
        <Line term={t("summary.change")}>{things("write")}</Line>
        {scopes.includes("users:act-on-behalf") ? (
          <Line term={t("summary.actAs")}>
            <span className="text-warning-text">{t("summary.people")}</span>
          </Line>
        ) : null}
        <Line term={t("summary.reach")}>{shortReach(t, role, names)}</Line>
      </dl>
      <Endpoints endpoints={open} chosen={scopes.length > 0} />
      <div className="mt-4 flex flex-col gap-3 border-line border-t pt-4">{children}</div>
    </Card>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="font-semibold">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function Endpoints({ endpoints, chosen }: { endpoints: readonly EndpointFacts[]; chosen: boolean }) {
  const t = useTranslations("keys");
  if (!chosen) return null;
  if (endpoints.length === 0) return <p className="mt-3 text-muted text-xs">{t("summary.noEndpoint")}</p>;
  const list = (items: readonly EndpointFacts[]) =>
    items.map(({ method, path }) => (
      <li key={`${method} ${path}`} className="wrap-anywhere">
        <span className="text-muted">{method}</span> {path}
      </li>
    ));
  const rest = endpoints.slice(shownEndpoints);
  return (
    <div className="mt-3 text-xs">
      <div className="mb-1 text-muted">{t("summary.endpoints", { count: endpoints.length })}</div>
      <ul className="flex flex-col gap-1 font-mono">{list(endpoints.slice(0, shownEndpoints))}</ul>
      {rest.length > 0 ? (
        <details className="mt-1">
          <summary className="flex min-h-6 items-center rounded-sm text-accent-text">
            {t("summary.more", { count: rest.length })}
          </summary>
          <ul className="mt-1 flex flex-col gap-1 font-mono">{list(rest)}</ul>
        </details>
      ) : null}
    </div>
  );
}
