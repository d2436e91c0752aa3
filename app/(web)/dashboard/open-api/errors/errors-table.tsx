import { Badge } from "@/app/_ui/badge";
import { DataTable } from "@/app/_ui/data-table";
import { RelativeTime } from "@/app/_ui/relative-time";
import { Sparkline } from "@/app/_ui/sparkline";
import { TextLink } from "@/app/_ui/text-link";
import { logQueryOf } from "@/app/(web)/dashboard/open-api/logs/log-filter";
import { PathText } from "@/app/(web)/dashboard/open-api/path-text";
import { paths } from "@/app/(web)/dashboard/paths";
import { grouped, listed } from "@/app/(web)/dashboard/words";
import { catalogue } from "@/server/kernel/errors";
import type { ErrorGroup } from "@/server/modules/request-log/error-groups";
import type { ErrorSpan } from "@/server/modules/request-log/schema";

const rows: Record<string, readonly [number, string, string, string]> = catalogue;
const namesShown = 3;

type Props = { groups: readonly ErrorGroup[]; range: ErrorSpan };

/** The table "Errors": what went wrong where, how often, and what to do. */
export function ErrorsTable({ groups, range }: Props) {
  return (
    <DataTable
      caption="Errors"
      rows={groups}
      rowKey={({ code, method, endpoint }) => `${code} ${method} ${endpoint}`}
      columns={[
        { label: "Error", header: true, cell: (group) => <What group={group} range={range} /> },
        {
          label: "Endpoint",
          cell: ({ method, endpoint }) => (
            <div className="md:min-w-32">
              {endpoint ? <PathText method={method} path={endpoint} /> : `${method} an unknown path`}
            </div>
          ),
        },
        { label: "Count", align: "right", cell: ({ count }) => grouped(count) },
        { label: "Trend", cell: (group) => <Trend group={group} /> },
        { label: "First seen", cell: ({ firstSeenAt }) => <RelativeTime at={firstSeenAt} /> },
        {
          label: "Last seen",
          cell: ({ lastSeenAt, lastRequestId }) => (
            <TextLink href={paths.log(lastRequestId)} prefetch={false}>
              <RelativeTime at={lastSeenAt} />
            </TextLink>
          ),
        },
        {
          label: "Keys",
          cell: ({ keyNames }) => (
            <div className="md:max-w-44">
              <Keys names={keyNames} />
            </div>
          ),
        },
      ]}
    />
  );
}

function What({ group: { code, method, endpoint, isNew }, range }: { group: ErrorGroup; range: ErrorSpan }) {
  const href = logQueryOf(paths.logs, {
    code,
    range,
    method: method as "GET",
    endpoint: endpoint || null,
  });
  return (
    <div className="flex max-w-[48ch] flex-col gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <TextLink quiet href={href} prefetch={false} className="font-mono text-xs wrap-anywhere">
          {code}
        </TextLink>
        {isNew ? <Badge tone="accent">New</Badge> : null}
      </span>
      <span className="text-muted text-xs">{rows[code]?.[3]}</span>
    </div>
  );
}

function Trend({ group: { trend, count, countBefore } }: { group: ErrorGroup }) {
  return (
    <span className="flex flex-col gap-0.5">
      <Sparkline values={trend} />
      <span className="whitespace-nowrap text-muted text-xs">{trendWords(count, countBefore)}</span>
    </span>
  );
}

function trendWords(count: number, before: number | null): string {
  if (before === null) return `${grouped(count)} in 30 days`;
  if (before === 0) return "none before";
  if (count === before) return `as many as before`;
  return count > before ? `up from ${grouped(before)}` : `down from ${grouped(before)}`;
}

function Keys({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="text-muted">–</span>;
  const more = names.length - namesShown;
  return more > 0 ? `${names.slice(0, namesShown).join(", ")} and ${grouped(more)} more` : listed(names);
}
