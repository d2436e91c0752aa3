"use client";

import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DialogButtons } from "@/app/_kit/form/form-buttons";
import { useAsked } from "@/app/_kit/form/use-asked";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { Dialog } from "@/app/_kit/ui/dialog";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { useTRPC } from "@/app/_trpc/queries";
import { EffectOf } from "@/app/(app)/dashboard/(team)/people/[userId]/pattern-effect";
import {
  PatternFields,
  patternFieldId,
  patternFieldOf,
} from "@/app/(app)/dashboard/(team)/people/pattern-fields";
import {
  type GivenPatterns,
  type PatternInput,
  type PatternValues,
  patternOf,
  startOf,
} from "@/app/(app)/dashboard/(team)/people/patterns";
import { usePatternReading } from "@/app/(app)/dashboard/(team)/people/use-pattern-reading";

type PatternFormProps = { userId: string; given: GivenPatterns; onDone: () => void };

/** A new pattern, and its effect on leave. */
function PatternForm({ userId, given, onDone }: PatternFormProps) {
  const t = useTranslations("people.pattern.add");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const attemptOf = useAttempt();
  const read = usePatternReading();
  const form = useForm<PatternValues, PatternInput>(startOf(given), {
    read,
    fieldOf: patternFieldOf,
    // Negative balances, which the effect shows, too.
    refusedAt: { LEAVE_NEGATIVE_BALANCE: "hours" },
    save: async (pattern) => {
      await calls.workPatterns.create.mutate({ attempt: attemptOf(pattern), userId, pattern });
      toast.success(t("done"));
      onDone();
      router.refresh();
    },
    idOf: patternFieldId,
  });
  const { values } = form;
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <ErrorSummary errors={form.summary} />
      <PatternFields form={form} location={given.location.name} first={given.location.firstDayOfWeek} />
      <Effect userId={userId} given={given} values={values} />
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <DialogButtons submit={t("submit")} pending={form.isSaving} cancel={t("cancel")} />
    </form>
  );
}

function Effect({
  userId,
  given,
  values,
}: Pick<PatternFormProps, "userId" | "given"> & { values: PatternValues }) {
  const t = useTranslations("people.pattern.effect");
  const pattern = patternOf(values);
  const { wanted, isCurrent } = useAsked(pattern && { userId, pattern });
  const { data, isError, isFetching } = useQuery(
    useTRPC().workPatterns.preview.queryOptions(wanted ?? skipToken, {
      placeholderData: keepPreviousData,
      retry: false,
      staleTime: 0,
      networkMode: "always",
    }),
  );
  const busy = isFetching || !isCurrent;
  const state = !pattern ? "empty" : busy ? "loading" : isError ? "failed" : "shown";
  return (
    <section
      aria-labelledby={patternFieldId("effect")}
      className="rounded-md border border-line bg-sunken px-3 py-2"
    >
      <h3 id={patternFieldId("effect")} className="font-medium">
        {t("title")}
      </h3>
      <EffectOf given={given} effect={data ?? null} state={state} />
    </section>
  );
}

type Props = { userId: string; given: GivenPatterns };

/** "Set pattern", with the affected leave beside it. */
export function SetPattern(props: Props) {
  const t = useTranslations("people.pattern.add");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("button")}</Button>
      <Dialog title={t("title")} description={t("text")} open={open} onOpenChange={setOpen} size="lg">
        <PatternForm {...props} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
