"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useLocale, useTranslations } from "next-intl";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { saveFile } from "@/app/_kit/ui/save-file";
import { useTRPCClient } from "@/app/_trpc/client";
import type { LapsesQuery } from "@/app/(app)/dashboard/(leave)/list-queries";
import type { AppRouter } from "@/server/api/trpc";
import { csvLineIn, csvStyleOf } from "@/server/kernel/text/csv";

type Notice = NonNullable<inferRouterOutputs<AppRouter>["lapses"]["page"]["items"][number]["notice"]>;

/** By whom a person was notified. */
export function useNoticeBy(): (notice: Notice) => string {
  const t = useTranslations("lapses");
  return ({ isByHand, sentByName }) => {
    if (!isByHand) return t("automatic");
    return sentByName === null ? t("bySomeone") : t("byHand", { name: sentByName });
  };
}

/** Everything that the filter matches, as a table for spreadsheets. */
export function SaveLapses({ asked }: { asked: LapsesQuery }) {
  const t = useTranslations("lapses");
  const language = useLocale().slice(0, 2);
  const by = useNoticeBy();
  const { lapses } = useTRPCClient();
  const { send, isPending } = useCall(
    async () => {
      const names = ["person", "department", "location", "type", "days", "day", "notice"] as const;
      const isOver = Number(asked.within) < 0;
      const lines = [names.map((name) => t(`columns.${isOver && name === "days" ? "lost" : name}`))];
      for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
        const { items, next } = await lapses.page.query({ ...asked, cursor });
        lines.push(
          ...items.map(({ notice, amount, ...row }) => [
            ...[row.userName, row.departmentName, row.locationName, row.leaveTypeName],
            ...[t("amount", amount), row.lapsesOn],
            notice ? `${notice.at.slice(0, 10)} ${by(notice)}` : "",
          ]),
        );
        cursor = next ?? undefined;
      }
      const csv = lines.map(csvLineIn(csvStyleOf(language))).join("");
      // With a byte order mark, spreadsheets read UTF-8.
      saveFile(`${t(isOver ? "expired" : "title")}.csv`, `\uFEFF${csv}`, "text/csv;charset=utf-8");
    },
    { errorToast: true },
  );
  return (
    <Button size="sm" pending={isPending} onClick={() => void send()}>
      {t("csv")}
    </Button>
  );
}
