import type { inferRouterOutputs } from "@trpc/server";
import { Hourglass } from "lucide-react";
import { getFormatter, getTranslations } from "next-intl/server";
import type { Loaded } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { meterLooks, StackedMeter } from "@/app/_kit/ui/stacked-meter";
import { TextLink } from "@/app/_kit/ui/text-link";
import { LeaveDates, TypeName } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";
import { amountIn } from "@/server/kernel/time/amount";

type Balance = inferRouterOutputs<AppRouter>["balances"]["mine"][number];
type Lapse = inferRouterOutputs<AppRouter>["lapses"]["list"][number];

const usedOf = ({ taken, scheduled, pending }: Balance): number => taken + scheduled + pending;

/** The limited type that the person uses most, the first of equals; without one, the first. */
const mainOf = (balances: readonly Balance[]): Balance | undefined =>
  balances
    .filter(({ remaining }) => remaining !== null)
    .reduce<Balance | undefined>(
      (most, one) => (most && usedOf(most) >= usedOf(one) ? most : one),
      undefined,
    ) ?? balances[0];

type Props = { balances: Loaded<Balance[]>; lapses: Loaded<Lapse[]>; today: string };

/** The balance of the type that the person uses most with the days that expire, and a line for each other type. */
export async function Balances({ balances, lapses, today }: Props) {
  const t = await getTranslations("today.balances");
  if (balances.error) return <LoadError error={balances.error} />;
  const main = mainOf(balances.data);
  if (!main) return null;
  const others = balances.data.filter((one) => one !== main);
  return (
    <section aria-labelledby="balances" className="min-w-0">
      <div className="mb-2.5 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="balances" className="font-semibold">
          {t("title")}
        </h2>
        <TextLink href={paths.balances} className="inline-flex min-h-6 items-center">
          {t("explain")}
        </TextLink>
      </div>
      <div className="rounded-lg border border-line bg-surface">
        <MainBalance
          balance={main}
          today={today}
          lapses={(lapses.data ?? []).filter(({ leaveTypeId }) => leaveTypeId === main.leaveTypeId)}
        />
        {others.length > 0 ? (
          <ul aria-label={t("others")} className="divide-y divide-line border-line border-t">
            {others.map((balance) => (
              <OtherBalance key={balance.leaveTypeId ?? balance.leaveTypeName} balance={balance} />
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  );
}

type MainProps = { balance: Balance; lapses: readonly Lapse[]; today: string };

async function MainBalance({ balance, lapses, today }: MainProps) {
  const t = await getTranslations("today.balances");
  const { taken, scheduled, pending, remaining, hoursPerDay, dayHours } = balance;
  const amount = (days: number) => amountIn(days, hoursPerDay, dayHours);
  const id = `balance-${balance.leaveTypeId}`;
  const segment = (name: string, value: number, look: keyof typeof meterLooks) => ({
    ...{ name, value },
    valueText: t("amount", amount(value)),
    look: meterLooks[look],
  });
  return (
    <article aria-labelledby={id} className="flex min-w-0 flex-col gap-3 p-4 sm:p-5">
      <div>
        <h3 id={id} className="font-medium">
          <TypeName name={balance.leaveTypeName} color={balance.leaveTypeColor} />
        </h3>
        <p className="mt-1 font-semibold text-2xl tabular-nums">
          {remaining === null ? t("unlimited") : t("left", amount(remaining))}
        </p>
      </div>
      <StackedMeter
        segments={[
          segment(t("taken"), taken, "full"),
          segment(t("booked"), scheduled, "striped"),
          segment(t("waiting"), pending, "hatched"),
          segment(t("leftTerm"), remaining ?? 0, "rest"),
        ]}
      />
      <Terms balance={balance} today={today} />
      <Expiring lapses={lapses} />
    </article>
  );
}

/** The days that are lost within three months by the leave of now. */
async function Expiring({ lapses }: { lapses: readonly Lapse[] }) {
  const t = await getTranslations("today.balances");
  if (lapses.length === 0) return null;
  return (
    <ul className="text-warning-text">
      {lapses.map(({ lapsesOn: day, amount }) => (
        <li key={day} className="flex items-start gap-1.5">
          <Hourglass aria-hidden className="mt-1 size-3.5 shrink-0" />
          <span>
            {t.rich("expires", { ...amount, date: () => <LeaveDates startDate={day} endDate={day} /> })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What the year began with or got besides: days given or taken by hand, and carried over with their last day. */
async function Terms({ balance, today }: { balance: Balance; today: string }) {
  const [t, format] = await Promise.all([getTranslations("today.balances"), getFormatter()]);
  const { adjusted, carriedOver, carriedOverExpiresAt, hoursPerDay, dayHours } = balance;
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
    { label: t("adjusted"), days: adjusted },
    {
      label: until ? t(isOver ? "carriedUsed" : "carriedUntil", { date: until }) : t("carried"),
      days: carriedOver,
    },
  ].filter(({ days }) => days !== 0);
  if (terms.length === 0) return null;
  return (
    <ul className="text-muted">
      {terms.map(({ label, days }) => (
        <li key={label}>
          {label}: {t("amount", amountIn(days, hoursPerDay, dayHours))}
        </li>
      ))}
    </ul>
  );
}

async function OtherBalance({ balance }: { balance: Balance }) {
  const t = await getTranslations("today.balances");
  const { taken, scheduled, pending, remaining, hoursPerDay, dayHours } = balance;
  const amount = (days: number) => amountIn(days, hoursPerDay, dayHours);
  const part = (word: "takenOf" | "bookedOf" | "waitingOf", days: number) =>
    days > 0 ? [t(word, { amount: t("amount", amount(days)) })] : [];
  const words = [
    remaining === null ? t("unlimited") : t("left", amount(remaining)),
    ...part("takenOf", taken),
    ...part("bookedOf", scheduled),
    ...part("waitingOf", pending),
  ];
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2.5 sm:px-5">
      <span className="min-w-0">
        <TypeName name={balance.leaveTypeName} color={balance.leaveTypeColor} />
      </span>
      <span className="text-muted tabular-nums">{words.join(" · ")}</span>
    </li>
  );
}
