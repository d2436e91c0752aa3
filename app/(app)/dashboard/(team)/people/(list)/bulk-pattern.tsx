"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import type { inferRouterInputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useAsked } from "@/app/_kit/form/use-asked";
import { useForm } from "@/app/_kit/form/use-form";
import { asked } from "@/app/_kit/list/evidence";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { useTRPCClient } from "@/app/_trpc/client";
import { BulkAsk, type BulkDialog } from "@/app/(app)/dashboard/(team)/people/(list)/bulk-ask";
import { BulkOutcome } from "@/app/(app)/dashboard/(team)/people/(list)/bulk-outcome";
import {
  askOfLots,
  BulkProgress,
  useBulkRun,
} from "@/app/(app)/dashboard/(team)/people/(list)/bulk-progress";
import {
  PatternFields,
  patternFieldId,
  patternFieldOf,
} from "@/app/(app)/dashboard/(team)/people/pattern-fields";
import {
  type PatternInput,
  type PatternValues,
  patternOf,
  startOfMany,
} from "@/app/(app)/dashboard/(team)/people/patterns";
import { usePatternReading } from "@/app/(app)/dashboard/(team)/people/use-pattern-reading";
import type { AppRouter } from "@/server/api/trpc";

type Wanted = Omit<inferRouterInputs<AppRouter>["workPatterns"]["setMany"], "attempt">;

const monday = 1;

/** One working pattern for many people: a preview of the effect on their leave, and a button to apply it. */
export function BulkPattern({ selection: { select, count }, onBusy, onDone, onClose }: BulkDialog) {
  const t = useTranslations("people.bulk");
  const words = useTranslations("people.pattern.add");
  const { workPatterns } = useTRPCClient();
  const run = useBulkRun({
    begin: async (attempt, wanted: Wanted) =>
      (await workPatterns.setMany.mutate({ attempt, ...wanted })).operationIds.join(),
    ask: askOfLots((operationIds) => workPatterns.standing.mutate({ operationIds }), count),
    onBusy,
    onDone,
  });
  const form = useForm<PatternValues, PatternInput>(startOfMany, {
    read: usePatternReading(),
    fieldOf: patternFieldOf,
    save: (pattern) => run.start({ select, pattern }),
    idOf: patternFieldId,
  });
  const { wanted, isCurrent } = useAsked(patternOf(form.values));
  const preview = useQuery({
    ...asked,
    queryKey: ["people", "pattern", wanted],
    queryFn: wanted ? () => workPatterns.previewMany.mutate({ select, pattern: wanted }) : skipToken,
  });
  if (run.state !== "idle") {
    const outcome = run.result ? <BulkOutcome outcome={run.result} /> : null;
    return <BulkProgress {...{ run, outcome, onClose }} label={t("running")} />;
  }
  const found = wanted && isCurrent ? preview.data : undefined;
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <ErrorSummary errors={form.summary} />
      <p>{words("text")}</p>
      <PatternFields form={form} location={null} first={monday} />
      <BulkAsk
        preview={preview}
        isAsked={wanted !== null}
        found={found ? <BulkOutcome outcome={found} would /> : null}
        label={t("go", { count: found?.changedCount ?? 0 })}
        // Submits only after the preview has shown the effect; until then it reports missing fields.
        isReady={wanted === null || (found?.changedCount ?? 0) > 0}
      />
    </form>
  );
}
