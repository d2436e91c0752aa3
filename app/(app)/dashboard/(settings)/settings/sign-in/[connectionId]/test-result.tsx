import { useTranslations } from "next-intl";
import { Card } from "@/app/_kit/ui/card";
import { Note } from "@/app/_kit/ui/note";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "@/app/_kit/ui/table";
import { signInProblems } from "@/drizzle/schema/values";
import type { ConnectionDetailsView } from "@/server/modules/workspace/connections/present";

const problems = [...signInProblems, "THROTTLED"] as const;
type Problem = (typeof problems)[number];

type Test = NonNullable<ConnectionDetailsView["lastTest"]>;
type Query = Record<string, string | string[] | undefined>;

/** A problem in words, with what the provider or the check said. */
function ProblemNote({ problem, detail }: { problem: Problem; detail: string | null }) {
  const t = useTranslations("connections");
  return (
    <Note tone="danger" title={t(`problem.${problem}`)}>
      {detail ? <p className="wrap-anywhere">{t("result.said", { detail })}</p> : null}
    </Note>
  );
}

function Claims({ claims }: { claims: Test["claims"] }) {
  const t = useTranslations("connections.result");
  if (claims.length === 0) return null;
  return (
    <Table caption={t("claims")} columnsFrom={36}>
      <TableHead>
        <HeaderCell>{t("claim")}</HeaderCell>
        <HeaderCell>{t("value")}</HeaderCell>
      </TableHead>
      <TableBody>
        {claims.map(({ name, value }) => (
          <TableRow key={name}>
            <Cell label={t("claim")}>
              <code className="font-mono">{name}</code>
            </Cell>
            <Cell label={t("value")} className="wrap-anywhere">
              {value}
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** What the last test found; before it, why a test could not begin. */
export function TestResult({ test, query }: { test: Test | null; query: Query }) {
  const t = useTranslations("connections.result");
  const began = problems.find((one) => one === query.problem);
  const detail = typeof query.detail === "string" ? query.detail.slice(0, 300) : null;
  if (began) return <ProblemNote problem={began} detail={detail} />;
  if (!test) return null;
  return (
    <Card
      title={t("title")}
      titleId="last-test"
      description={t.rich("at", { at: () => <RelativeTime at={test.at} /> })}
    >
      <div className="flex flex-col gap-4">
        {test.problem ? (
          <ProblemNote problem={test.problem} detail={test.detail} />
        ) : (
          <Note tone="success" title={t("ok")} />
        )}
        <Claims claims={test.claims} />
      </div>
    </Card>
  );
}
