import { getFormatter, getTranslations } from "next-intl/server";
import { Card } from "@/app/_kit/ui/card";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { LeaveDates, type LeaveDetails } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { encodeId } from "@/server/kernel/schema";
import { type Amount, amountIn, figureOf } from "@/server/kernel/time/amount";
import { brokenAmong, findCertificateDue } from "@/server/modules/leave/rules/find-certificate-due";
import { requireActor } from "@/server/signin/session";

type Step = LeaveDetails["history"][number];

/** The history of a leave with its actors, newest first. */
export async function History({
  leave: { history, userId, hoursPerDay, dayHours },
}: {
  leave: LeaveDetails;
}) {
  const [t, { user }] = await Promise.all([getTranslations("leaves.history"), requireActor()]);
  const self = encodeId("user", user.id);
  return (
    <Card title={t("title")} titleId="leave-history">
      <ol className="divide-y divide-line">
        {[...history].reverse().map((step) => (
          <li key={`${step.step} ${step.at.toISOString()}`} className="py-2.5 first:pt-0 last:pb-0">
            <div className="flex flex-wrap justify-between gap-x-4">
              <span className="wrap-anywhere">
                {t(wordOf(step, userId), {
                  who: step.by === null ? "none" : step.by.id === self ? "you" : "other",
                  name: step.by?.name ?? "",
                  level: step.level ?? 0,
                  cause: step.cause ?? "",
                })}
                {step.standsInForName ? ` (${t("standsInFor", { name: step.standsInForName })})` : null}
                {step.isByMail ? ` (${t("byMail")})` : null}
              </span>
              <span className="text-muted">
                <RelativeTime at={step.at} />
              </span>
            </div>
            <Moved moved={step.moved} />
            {step.interruption ? (
              <p className="text-muted">
                <LeaveDates {...step.interruption} />
              </p>
            ) : null}
            {step.recounted ? <Recounted {...step.recounted} {...{ hoursPerDay, dayHours }} /> : null}
            <Rules rules={step.rules} />
            {step.reason ? (
              <p className="text-muted wrap-anywhere whitespace-pre-line">{step.reason}</p>
            ) : null}
          </li>
        ))}
      </ol>
    </Card>
  );
}

type RecountedProps = NonNullable<Step["recounted"]> & Pick<LeaveDetails, "hoursPerDay" | "dayHours">;

async function Recounted({ from, to, hoursPerDay, dayHours }: RecountedProps) {
  const [t, format] = await Promise.all([getTranslations("leaves.history"), getFormatter()]);
  const [before, after] = [from, to].map((days) => amountIn(days, hoursPerDay, dayHours)) as [Amount, Amount];
  return (
    <p className="text-muted">
      {t("recounted", { from: figureOf(before, format.number, after.unit), ...after })}
    </p>
  );
}

/** Leave booked on behalf of an employee, and a first-level approval, differ from the step's name in the log. */
function wordOf({ step, by, status, cause, interruption }: Step, userId: string) {
  if (step === "recount" && cause !== null) return "recountForHoliday";
  if (step === "recount" && interruption !== null) return "recountForInterruption";
  if (step === "request" && by !== null && by.id !== userId) return "add";
  if (step === "approve" && status !== "APPROVED") return "lift";
  return step;
}

/** The leave rules that it broke at this step, and why someone went ahead; and when a certificate was due by them. */
async function Rules({ rules }: Pick<Step, "rules">) {
  if (rules.length === 0) return null;
  const t = await getTranslations("leaves.history");
  const dueOn = findCertificateDue(rules);
  return (
    <ul className="text-muted">
      {brokenAmong(rules).map(({ ruleId, name, effect, overrideReason }) => (
        <li key={ruleId} className="wrap-anywhere">
          {effect === "WARN"
            ? t("ruleWarned", { rule: name })
            : t("ruleOverridden", {
                rule: name,
                isSaid: overrideReason ? "yes" : "no",
                reason: overrideReason ?? "",
              })}
        </li>
      ))}
      {dueOn === null ? null : (
        <li>{t.rich("certificate", { date: () => <LeaveDates startDate={dueOn} endDate={dueOn} /> })}</li>
      )}
    </ul>
  );
}

async function Moved({ moved }: Pick<Step, "moved">) {
  if (!moved) return null;
  const t = await getTranslations("leaves.history");
  return (
    <p className="text-muted">
      {t.rich("moved", {
        from: () => <LeaveDates {...moved.from} />,
        to: () => <LeaveDates {...moved.to} />,
      })}
    </p>
  );
}
