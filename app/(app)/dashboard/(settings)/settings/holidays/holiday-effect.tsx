"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { Note } from "@/app/_kit/ui/note";
import { useTRPCClient } from "@/app/_trpc/client";
import { useAnswer } from "@/app/_trpc/use-answer";
import type { AppRouter } from "@/server/api/trpc";
import { toTenths } from "@/server/kernel/time/amount";

type HolidayEffect = inferRouterOutputs<AppRouter>["directory"]["holidays"]["previewDeletion"];

/** People named in a note. */
const maxNamed = 5;

/** A change of holidays before it is saved. */
type Asked =
  | { adds: { locationId: string; date: string; name: string; isHalfDay: boolean } }
  | { imports: { locationId: string; holidays: { date: string; name: string; isHalfDay: boolean }[] } }
  | { id: string; patch: { date: string; name: string; isHalfDay: boolean } }
  | { deletes: string };

/**
 * The leave that a change of holidays recounts, and the people who would lack days; announced once known.
 * @param asked null while the input is incomplete
 */
export function HolidayEffectNote({ asked }: { asked: Asked | null }) {
  const t = useTranslations("places.holidays.effect");
  const calls = useTRPCClient().directory.holidays;
  const { shown, error, isLoading } = useAnswer(asked, (change: Asked): Promise<HolidayEffect> => {
    if ("adds" in change) return calls.preview.query(change.adds);
    if ("imports" in change) return calls.previewImport.mutate(change.imports);
    return "deletes" in change
      ? calls.previewDeletion.query({ id: change.deletes })
      : calls.previewUpdate.query(change);
  });
  const effect = asked === null || error ? null : (shown?.found ?? null);
  const names = (effect?.shortfalls ?? [])
    .slice(0, maxNamed)
    .map(({ name, missing }) => t("person", { name, days: toTenths(missing) }));
  const namedOf = (others: number) => {
    if (names.length === 0) return t("elsewhere", { count: others });
    return others > 0 ? t("more", { names: names.join(", "), count: others }) : names.join(", ");
  };
  return (
    <div role="status" aria-busy={isLoading} className="flex flex-col gap-2 text-muted">
      {effect ? (
        <>
          {effect.gainCount + effect.lossCount === 0 ? <p>{t("none")}</p> : null}
          {effect.gainCount > 0 ? <p>{t("gain", { count: effect.gainCount })}</p> : null}
          {effect.lossCount > 0 ? <p>{t("loss", { count: effect.lossCount })}</p> : null}
          {effect.shortfallCount > 0 ? (
            <Note tone="danger">
              {t("short", { count: effect.shortfallCount })} {namedOf(effect.shortfallCount - names.length)}
            </Note>
          ) : null}
        </>
      ) : asked === null ? null : (
        <p>{t(error ? "failed" : "loading")}</p>
      )}
    </div>
  );
}
