"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { useCall } from "@/app/_kit/form/use-call";
import { useOperation } from "@/app/_kit/form/use-operation";
import { Fact, FactList } from "@/app/_kit/page/fact-list";
import { Badge } from "@/app/_kit/ui/badge";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Meter } from "@/app/_kit/ui/meter";
import { Note } from "@/app/_kit/ui/note";
import { useTRPCClient } from "@/app/_trpc/client";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { companyLeaveOutcomes } from "@/drizzle/schema/values";
import type { AppRouter } from "@/server/api/trpc";

export type CompanyLeave = inferRouterOutputs<AppRouter>["companyLeaves"]["get"];

const tones = { BOOKING: "accent", BOOKED: "success", UNDOING: "accent", UNDONE: "neutral" } as const;
const isUnderWay = ({ status, isStopped }: Pick<CompanyLeave, "status" | "isStopped">) =>
  (status === "BOOKING" || status === "UNDOING") && !isStopped;

/** Done and all people of the run. */
function progressOf({ status, counts, pendingCount, cancelledCount, keptCount }: CompanyLeave) {
  const booked = counts.BOOKED + counts.PARTLY_BOOKED;
  if (status === "UNDOING") return { done: cancelledCount + keptCount, total: booked };
  const judged = companyLeaveOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0);
  return { done: judged, total: judged + pendingCount };
}

/** Where a company leave stands: its days, its progress, the people by outcome, and what can be done. */
export function Standing({ leave }: { leave: CompanyLeave }) {
  const t = useTranslations("companyLeave");
  const router = useRouter();
  const dates = useLeaveDates();
  const { companyLeaves } = useTRPCClient();
  const { standing, follow } = useOperation({
    ask: async (id) => {
      const found = await companyLeaves.get.query({ id });
      return { status: isUnderWay(found) ? "PENDING" : "ENDED", found };
    },
    onEnd: () => router.refresh(),
  });
  const runs = isUnderWay(leave);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `follow` is the same in every render
  useEffect(() => {
    if (runs) follow(leave.id);
  }, [runs, leave.id]);
  // What a refresh brought may be newer than the last answer about the run, and the other way round.
  const found = standing?.found;
  const now = found && found.updatedAt >= leave.updatedAt && runs ? found : leave;
  return (
    <Card
      title={<Badge tone={tones[now.status]}>{t(`status.${now.status}`)}</Badge>}
      actions={now.status === "UNDONE" || now.status === "UNDOING" ? undefined : <Undo id={leave.id} />}
    >
      <div className="flex flex-col gap-5">
        <FactList>
          <Fact label={t("facts.dates")}>{dates(now)}</Fact>
          <Fact label={t("facts.people")}>
            <Counts leave={now} />
          </Fact>
        </FactList>
        {isUnderWay(now) ? <Progress leave={now} /> : null}
        <div role="status">
          <Next leave={now} />
        </div>
      </div>
    </Card>
  );
}

function Counts({ leave }: { leave: CompanyLeave }) {
  const t = useTranslations("companyLeave");
  const { counts, cancelledCount, keptCount } = leave;
  return (
    <ul className="flex flex-col gap-1">
      {companyLeaveOutcomes
        .filter((outcome) => counts[outcome] > 0)
        .map((outcome) => (
          <li key={outcome}>
            {t("facts.counts", { outcome: t(`ended.${outcome}`), count: counts[outcome] })}
          </li>
        ))}
      {cancelledCount + keptCount > 0 ? (
        <li>{t("facts.undone", { cancelled: cancelledCount, kept: keptCount })}</li>
      ) : null}
    </ul>
  );
}

function Progress({ leave }: { leave: CompanyLeave }) {
  const t = useTranslations("companyLeave.progress");
  const { done, total } = progressOf(leave);
  return (
    <Meter
      label={t(leave.status === "UNDOING" ? "undoing" : "booking")}
      value={done}
      max={Math.max(total, 1)}
      valueText={t("of", { done, total })}
    />
  );
}

/** What to do next: go on after a stop, or book for people who joined. */
function Next({ leave }: { leave: CompanyLeave }) {
  const t = useTranslations("companyLeave");
  const { status, isStopped, joinedCount, counts } = leave;
  if (isStopped && status === "BOOKING")
    return (
      <Note tone="danger" title={t("stopped.title")}>
        <p>{t("stopped.text")}</p>
        <Book id={leave.id} label={t("stopped.goOn")} />
      </Note>
    );
  if (isStopped)
    return (
      <Note tone="danger" title={t("stopped.title")}>
        <p>{t("stopped.text")}</p>
        <Undo id={leave.id} />
      </Note>
    );
  if (status !== "BOOKED") return null;
  if (joinedCount > 0)
    return (
      <Note title={t("joined.title", { count: joinedCount })}>
        <Book id={leave.id} label={t("joined.book")} />
      </Note>
    );
  return counts.LACKS_BALANCE + counts.AWAY + counts.NOT_WORKING + counts.NOT_POSSIBLE > 0 ? (
    <Book id={leave.id} label={t("joined.again")} />
  ) : null;
}

function Book({ id, label }: { id: string; label: string }) {
  const t = useTranslations("companyLeave.joined");
  const { companyLeaves } = useTRPCClient();
  const attemptOf = useAttempt();
  const format = useFormatter();
  const { send, isPending, error } = useCall(companyLeaves.book.mutate, {
    done: () => t("done"),
    refreshes: true,
  });
  // Another run after this one is another attempt.
  const attempt = () => attemptOf(format.dateTime(new Date(), { dateStyle: "short", timeStyle: "medium" }));
  return (
    <div className="mt-2 flex flex-col gap-2">
      <div>
        <Button size="sm" pending={isPending} onClick={() => void send({ id, attempt: attempt() })}>
          {label}
        </Button>
      </div>
      {error ? <ErrorPanel error={error} /> : null}
    </div>
  );
}

function Undo({ id }: { id: string }) {
  const t = useTranslations("companyLeave.undo");
  const { companyLeaves } = useTRPCClient();
  const attemptOf = useAttempt();
  return (
    <ConfirmButton
      label={t("button")}
      button={{ variant: "secondary", size: "sm" }}
      title={t("title")}
      confirmLabel={t("confirm")}
      cancelLabel={t("keep")}
      act={async () => {
        await companyLeaves.undo.mutate({ id, attempt: attemptOf(["undo", id]) });
        return { message: t("done") };
      }}
    >
      <p>{t("text")}</p>
    </ConfirmButton>
  );
}
