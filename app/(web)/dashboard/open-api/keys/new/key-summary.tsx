"use client";

import type { ReactNode } from "react";
import { Card } from "@/app/_ui/card";
import type { EndpointFacts } from "@/app/(web)/dashboard/open-api/keys/curl-example";
import { shortReach } from "@/app/(web)/dashboard/open-api/keys/reach-words";
import { scopeWords } from "@/app/(web)/dashboard/open-api/keys/scope-words";
import { counted, listed } from "@/app/(web)/dashboard/words";
import type { Role } from "@/server/access/roles";
import { scopes as allScopes, type Scope } from "@/server/access/scopes";

type Props = {
  role: Role;
  reachNames: readonly string[];
  scopes: readonly Scope[];
  endpoints: readonly EndpointFacts[];
  children: ReactNode;
};

const shownEndpoints = 6;

/** What the key under construction will be able to do; holds the form's buttons. */
export function KeySummary({ role, reachNames, scopes, endpoints, children }: Props) {
  const things = (verb: "read" | "write") => {
    const found = allScopes
      .filter((scope) => scopes.includes(scope) && scope.endsWith(`:${verb}`))
      .map((scope) => scopeWords(scope).thing);
    return found.length > 0 ? listed(found) : "nothing";
  };
  const open = endpoints.filter(({ scope }) => (scopes as readonly string[]).includes(scope));
  return (
    <Card title="Summary" titleId="summary" description="This key can">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        <Line term="read">{things("read")}</Line>
        <Line term="change">{things("write")}</Line>
        {scopes.includes("users:act-on-behalf") ? (
          <Line term="act as">
            <span className="text-warning-text">people you manage</span>
          </Line>
        ) : null}
        <Line term="reach">{shortReach(role, reachNames)}</Line>
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
  if (!chosen) return null;
  if (endpoints.length === 0)
    return <p className="mt-3 text-muted text-xs">No endpoint is open to these scopes yet.</p>;
  const list = (items: readonly EndpointFacts[]) =>
    items.map(({ method, path }) => (
      <li key={`${method} ${path}`} className="wrap-anywhere">
        <span className="text-muted">{method}</span> {path}
      </li>
    ));
  const rest = endpoints.slice(shownEndpoints);
  return (
    <div className="mt-3 text-xs">
      <div className="mb-1 text-muted">{counted(endpoints.length, "endpoint")} of the API</div>
      <ul className="flex flex-col gap-1 font-mono">{list(endpoints.slice(0, shownEndpoints))}</ul>
      {rest.length > 0 ? (
        <details className="mt-1">
          <summary className="flex min-h-6 items-center rounded-sm text-accent-text">
            and {rest.length} more
          </summary>
          <ul className="mt-1 flex flex-col gap-1 font-mono">{list(rest)}</ul>
        </details>
      ) : null}
    </div>
  );
}
