import type { inferRouterOutputs } from "@trpc/server";
import { getFormatter, getTranslations } from "next-intl/server";
import type { Loaded } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { Meter } from "@/app/_kit/ui/meter";
import { TextLink } from "@/app/_kit/ui/text-link";
import { TypeName } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";
import { amountIn } from "@/server/kernel/time/amount";

type Balance = inferRouterOutputs<AppRouter>["balances"]["mine"][number];

/** The remaining balance of each leave type. */
export async function Balances({ balances, today }: { balances: Loaded<Balance[]>; today: string }) {
  const t = await getTranslations("today.balances");
  if (balances.error) return <LoadError error={balances.error} />;
  if (balances.data.length === 0) return null;
  return (
    <section aria-labelledby="balances" className="min-w-0">
      <div className="mb-2.5 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="balances" className="font-semibold">
          {t("title")}
        </h2>
        <TextLink href={paths.balances}>{t("explain")}</TextLink>
      </div>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {balances.data.map((balance) => (
          <BalanceCard key={balance.leaveTypeId} balance={balance} today={today} />
        ))}
      </div>
    </section>
  );
}

type CardProps = { balance: Balance; today: string };

async function BalanceCard({ balance, today }: CardProps) {
  const t = await getTranslations("today.balances");
  const { taken, scheduled, pending, accrued, adjusted, carriedOver, remaining, hoursPerDay } = balance;
  const left = amountIn(remaining ?? 0, hoursPerDay);
  const used = taken + scheduled + pending;
  const whole = accrued + adjusted + carriedOver;
  const id = `balance-${balance.leaveTypeId}`;
  return (
    <article
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <h3 id={id} className="font-medium">
        <TypeName name={balance.leaveTypeName} color={balance.leaveTypeColor} />
      </h3>
      {remaining === null ? (
        <p className="font-semibold text-2xl">{t("unlimited")}</p>
      ) : (
        <>
          <p>
            <span className="font-semibold text-2xl tabular-nums">
              {t("number", { ...left, unit: "days" })}
            </span>{" "}
            <span className="text-muted">{t("left", left)}</span>
          </p>
          <Meter
            compact
            label={t("used")}
            value={used}
            max={whole}
            valueText={t("usedOf", {
              unit: left.unit,
              used: amountIn(used, hoursPerDay).shown,
              whole: amountIn(whole, hoursPerDay).shown,
            })}
          />
        </>
      )}
      <Terms balance={balance} today={today} />
    </article>
  );
}

/** The terms of the balance. Zero terms are hidden, except days taken. */
async function Terms({ balance, today }: CardProps) {
  const [t, format] = await Promise.all([getTranslations("today.balances"), getFormatter()]);
  const { taken, scheduled, pending, adjusted, carriedOver, carriedOverExpiresAt, hoursPerDay } = balance;
  const until =
    carriedOverExpiresAt &&
    format.dateTime(new Date(`${carriedOverExpiresAt}T00:00:00Z`), {
      timeZone: "UTC",
      day: "numeric",
      month: "short",
    });
  // After this date the unused rest has expired: these days were used in time.
  const isOver = carriedOverExpiresAt !== null && carriedOverExpiresAt < today;
  const terms = [
    { label: t("taken"), days: taken, always: true },
    { label: t("booked"), days: scheduled },
    { label: t("waiting"), days: pending },
    { label: t("adjusted"), days: adjusted },
    {
      label: until ? t(isOver ? "carriedUsed" : "carriedUntil", { date: until }) : t("carried"),
      days: carriedOver,
    },
  ].filter(({ days, always }) => always || days !== 0);
  return (
    <dl className="grid gap-y-0.5 text-muted">
      {terms.map(({ label, days }) => (
        <div key={label} className="flex justify-between gap-3">
          <dt className="min-w-0">{label}</dt>
          <dd className="tabular-nums">{t("number", amountIn(days, hoursPerDay))}</dd>
        </div>
      ))}
    </dl>
  );
}
