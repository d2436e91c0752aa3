import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import type { ListColumn } from "@/app/_kit/list/list-record";
import type { Balance } from "@/app/(app)/dashboard/(leave)/balances/balances-table";
import { amountIn } from "@/server/kernel/time/amount";

type Column = ListColumn<Balance>;

type Props = {
  label: string;
  balances: readonly Balance[];
  /** The leave type of the one that is explained below. */
  explained: string | null;
  /** Those of the table: the type, the terms and the link to the explanation. */
  columns: { type: Column; terms: readonly Column[]; explain: Column };
};

const keyOf = ({ leaveTypeId, leaveTypeName }: Balance) => leaveTypeId ?? leaveTypeName;

/** The table of balances for a phone: the chosen one large with every term, each other one a line that opens. */
export function PhoneBalances({ label, balances, explained, columns }: Props) {
  const main = balances.find(({ leaveTypeId }) => leaveTypeId === explained) ?? balances[0];
  const others = balances.filter((one) => one !== main);
  if (!main) return null;
  return (
    <section aria-label={label} className="rounded-lg border border-line bg-surface">
      <MainBalance balance={main} columns={columns} />
      {others.length > 0 ? (
        <ul className="divide-y divide-line border-line border-t">
          {others.map((balance) => (
            <li key={keyOf(balance)}>
              <details className="group">
                <summary className="flex min-h-12 list-none items-center gap-2 px-4 py-2 [&::-webkit-details-marker]:hidden">
                  <ChevronRight
                    aria-hidden
                    className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
                  />
                  <span className="min-w-0 grow wrap-anywhere">{columns.type.cell(balance)}</span>
                  <span className="shrink-0 font-semibold tabular-nums">
                    <Left balance={balance} />
                  </span>
                </summary>
                <div className="px-4 pb-3">
                  <Terms balance={balance} columns={columns} />
                </div>
              </details>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

type OneProps = { balance: Balance; columns: Props["columns"] };

/** With its unit: no column title stands above it. */
function Left({ balance: { remaining, hoursPerDay, dayHours } }: { balance: Balance }) {
  const t = useTranslations("balances");
  return remaining === null ? t("unlimited") : t("left", amountIn(remaining, hoursPerDay, dayHours));
}

function MainBalance({ balance, columns }: OneProps) {
  const id = useId();
  return (
    <article aria-labelledby={id} className="flex flex-col gap-2 p-4">
      <h2 id={id} className="font-medium">
        {columns.type.cell(balance)}
      </h2>
      <p className="font-semibold text-2xl tabular-nums">
        <Left balance={balance} />
      </p>
      <Terms balance={balance} columns={columns} />
    </article>
  );
}

function Terms({ balance, columns: { terms, explain } }: OneProps) {
  const link: ReactNode = explain.cell(balance);
  return (
    <>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
        {terms.map(({ label, cell }) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="text-end">{cell(balance)}</dd>
          </div>
        ))}
      </dl>
      {link ? <p className="mt-2 flex min-h-11 items-center">{link}</p> : null}
    </>
  );
}
