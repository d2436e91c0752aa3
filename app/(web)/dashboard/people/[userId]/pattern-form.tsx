"use client";

import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useAttempt } from "@/app/_resource/use-attempt";
import { fieldAmong, type Reading, useForm } from "@/app/_resource/use-form";
import { useTRPCClient } from "@/app/_trpc/client";
import { errorOf } from "@/app/_trpc/error-of";
import { useTRPC } from "@/app/_trpc/queries";
import { Button } from "@/app/_ui/button";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { Radio, RadioGroup } from "@/app/_ui/radio-group";
import { useToast } from "@/app/_ui/toast";
import { HoursFields } from "@/app/(web)/dashboard/people/[userId]/hours-fields";
import { EffectOf } from "@/app/(web)/dashboard/people/[userId]/pattern-effect";
import {
  type GivenPatterns,
  minutesOfText,
  type PatternValues,
  patternOf,
  startOf,
} from "@/app/(web)/dashboard/people/[userId]/patterns";
import { usePatternWords } from "@/app/(web)/dashboard/people/[userId]/use-pattern-words";
import { useAsked } from "@/app/(web)/dashboard/use-asked";

type Props = { userId: string; given: GivenPatterns; onDone: () => void };
type Output = NonNullable<ReturnType<typeof patternOf>>;

const idOf = (name: string) => `pattern-${name}`;
const kinds = ["one", "two", "location"] as const;

/** A new pattern, and what it does to leave. */
export function PatternForm({ userId, given, onDone }: Props) {
  const t = useTranslations("people.pattern.add");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const attemptOf = useAttempt();
  const read = useReading();
  const form = useForm<PatternValues, Output>(startOf(given), {
    read,
    fieldOf: (path) => fieldAmong(["from", "hours"])(path === "minutes" ? "hours" : path),
    // What is missing, as the effect says, too.
    faultsOf: (error) => {
      const body = errorOf(error);
      return body?.code === "LEAVE_NEGATIVE_BALANCE" ? [{ path: "hours", message: body.description }] : [];
    },
    save: async (pattern) => {
      await calls.workPatterns.create.mutate({ attempt: attemptOf(pattern), userId, pattern });
      toast.success(t("done"));
      onDone();
      router.refresh();
    },
    idOf,
  });
  const { values, errorAt } = form;
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <ErrorSummary errors={form.summary} />
      <Field
        id={idOf("from")}
        label={t("from")}
        help={t("fromHelp")}
        error={errorAt("from")}
        required
        className="sm:max-w-56"
      >
        <Input {...form.bind("from")} type="date" />
      </Field>
      <RadioGroup label={t("kind")}>
        {kinds.map((kind) => (
          <Radio
            key={kind}
            name="kind"
            value={kind}
            label={t(`kinds.${kind}`, { location: given.location.name })}
            checked={values.kind === kind}
            onChange={() => form.change({ kind })}
          />
        ))}
      </RadioGroup>
      {values.kind === "location" ? null : (
        <HoursFields form={form} first={given.location.firstDayOfWeek} idOf={idOf} />
      )}
      <Effect userId={userId} given={given} values={values} />
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onDone}>
          {t("cancel")}
        </Button>
        <Button type="submit" variant="primary" pending={form.isSaving}>
          {t("submit")}
        </Button>
      </div>
    </form>
  );
}

/** What was filled in, or what is wrong with it. */
function useReading() {
  const t = useTranslations("people.pattern.add.faults");
  const { dayName } = usePatternWords();
  return (values: PatternValues): Reading<Output> => {
    const pattern = patternOf(values);
    if (pattern) return { output: pattern };
    const faults = values.from === "" ? [{ path: "from", message: t("from") }] : [];
    if (values.kind === "location") return { faults };
    const shown = values.hours.map((day) => day.slice(0, values.kind === "two" ? 2 : 1));
    const wrong = shown.findIndex((day) => day.some((text) => minutesOfText(text) === null));
    if (wrong >= 0) faults.push({ path: "hours", message: t("hours", { day: dayName(wrong, "long") }) });
    else if (shown.flat().every((text) => minutesOfText(text) === 0))
      faults.push({ path: "hours", message: t("empty") });
    return { faults };
  };
}

function Effect({ userId, given, values }: Pick<Props, "userId" | "given"> & { values: PatternValues }) {
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
    <section aria-labelledby={idOf("effect")} className="rounded-md border border-line bg-sunken px-3 py-2">
      <h3 id={idOf("effect")} className="font-medium">
        {t("title")}
      </h3>
      <EffectOf given={given} effect={data ?? null} state={state} />
    </section>
  );
}
