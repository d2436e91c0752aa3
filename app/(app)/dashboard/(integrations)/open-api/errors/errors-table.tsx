"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useErrorWords } from "@/app/_i18n/error-words";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { Badge } from "@/app/_kit/ui/badge";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { Sparkline } from "@/app/_kit/ui/sparkline";
import { TextLink } from "@/app/_kit/ui/text-link";
import { logQueryOf } from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-filter";
import { Breakable, PathText } from "@/app/(app)/dashboard/(integrations)/open-api/path-text";
import { paths } from "@/app/paths";
import type { ErrorGroup } from "@/server/modules/integrations/request-log/error-groups";
import type { ErrorSpan } from "@/server/modules/integrations/request-log/schema";

const namesShown = 3;

/** With its name and resolution, if the catalogue has them. */
type ShownGroup = ErrorGroup & { name: string | undefined; resolution: string | undefined };

type Props = { groups: readonly ShownGroup[]; range: ErrorSpan };

/** The table "Errors": error groups with endpoint, count and resolution. */
export function ErrorsTable({ groups, range }: Props) {
  const t = useTranslations("errors.table");
  const format = useFormatter();
  return (
    <ResourceList
      caption={t("caption")}
      columnsFrom={60}
      rows={groups}
      rowKey={({ code, method, endpoint }) => `${code} ${method} ${endpoint}`}
      columns={[
        { label: t("error"), header: true, cell: (group) => <What group={group} range={range} /> },
        {
          label: t("endpoint"),
          cell: ({ method, endpoint }) => (
            <div className="columns:min-w-32">
              {endpoint ? <PathText method={method} path={endpoint} /> : t("unknownPath", { method })}
            </div>
          ),
        },
        { label: t("count"), align: "right", cell: ({ count }) => format.number(count) },
        { label: t("trend"), cell: (group) => <Trend group={group} /> },
        { label: t("firstSeen"), cell: ({ firstSeenAt }) => <RelativeTime at={firstSeenAt} /> },
        {
          label: t("lastSeen"),
          cell: ({ lastSeenAt, lastRequestId }) => (
            <TextLink href={paths.log(lastRequestId)} prefetch={false}>
              <RelativeTime at={lastSeenAt} />
            </TextLink>
          ),
        },
        {
          label: t("keys"),
          cell: ({ keyNames }) => (
            <div title={keyNames.join(", ")} className="columns:line-clamp-3 columns:max-w-44">
              <Keys names={keyNames} />
            </div>
          ),
        },
      ]}
    />
  );
}

type WhatProps = { group: ShownGroup; range: ErrorSpan };

function What({ group, range }: WhatProps) {
  const { code, method, endpoint, isNew, name, resolution } = group;
  const t = useTranslations("errors.table");
  const words = useErrorWords()({ code, name, resolution }, false);
  const href = logQueryOf(paths.logs, {
    code,
    range,
    method: method as "GET",
    endpoint: endpoint || null,
  });
  return (
    <div className="flex max-w-[48ch] flex-col gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <TextLink quiet href={href} prefetch={false} className="font-mono text-xs">
          <Breakable text={code} />
        </TextLink>
        {words.name ? <span className="font-medium">{words.name}</span> : null}
        {isNew ? <Badge tone="accent">{t("new")}</Badge> : null}
      </span>
      {words.resolution ? (
        <span className="text-muted text-xs">
          {words.resolution}{" "}
          <TextLink href={paths.errorCode(code)} prefetch={false}>
            {t("inReference")}
          </TextLink>
        </span>
      ) : null}
    </div>
  );
}

function Trend({ group: { trend, count, countBefore } }: { group: ErrorGroup }) {
  const words = useTrendWords();
  return (
    <span className="flex flex-col gap-0.5">
      <Sparkline values={trend} />
      <span className="whitespace-nowrap text-muted text-xs">{words(count, countBefore)}</span>
    </span>
  );
}

function useTrendWords() {
  const t = useTranslations("errors.table");
  return (count: number, before: number | null): string => {
    if (before === null) return t("in30Days", { count });
    if (before === 0) return t("noneBefore");
    if (count === before) return t("asBefore");
    return count > before ? t("up", { count: before }) : t("down", { count: before });
  };
}

function Keys({ names }: { names: readonly string[] }) {
  const t = useTranslations("errors.table");
  const format = useFormatter();
  if (names.length === 0) return <span className="text-muted">–</span>;
  const more = names.length - namesShown;
  return more > 0
    ? t("keysAndMore", { names: names.slice(0, namesShown).join(", "), count: more })
    : format.list(names, "all");
}
