"use server";

import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { newAttempt } from "@/app/_kit/form/new-attempt";
import type { FieldMessage } from "@/app/_kit/form/read-by";
import { readBy } from "@/app/_kit/form/read-by";
import { load } from "@/app/_kit/page/load";
import { localesFrom } from "@/app/_kit/ui/date-words";
import { typedDate } from "@/app/_kit/ui/typed-date";
import { caller } from "@/app/_trpc/server";
import { faultWords } from "@/app/(account)/_signin/fault-words";
import { formText } from "@/app/(account)/_signin/form-text";
import { type RequestFormValues, requestForm } from "@/app/(app)/dashboard/(leave)/request/form-values";
import { leaveOfForm } from "@/app/(app)/dashboard/(leave)/request/leave-of-form";
import type { PlainAnswer } from "@/app/(app)/dashboard/(leave)/request/request-fields";
import { fieldOf } from "@/app/(app)/dashboard/(leave)/request/request-fields";
import { paths } from "@/app/paths";
import { type DayPart, dayParts } from "@/drizzle/schema/values";
import { requireActor } from "@/server/signin/session";
import type { TrpcErrorBody } from "@/server/transport/trpc-error";

/**
 * A request for the user's own leave, posted without JavaScript. The first post returns a preview; posting the same values again sends it.
 */
export async function postRequest(_before: PlainAnswer | null, form: FormData): Promise<PlainAnswer> {
  await requireActor();
  const [t, locale, terms] = await Promise.all([
    getTranslations("leaves.form"),
    getLocale(),
    load(caller().leaves.terms()),
  ]);
  const values = valuesOf(form, {
    today: terms.data?.today ?? "",
    locales: localesFrom(locale),
    pastDays: 30,
  });
  const answer: PlainAnswer = {
    ...{ values, faults: [], preview: null, seen: "", problem: null },
    attempt: formText(form, "attempt") || newAttempt(),
  };
  if (terms.error) return { ...answer, problem: terms.error };
  const needReason = new Set(terms.data.types.filter((type) => type.reasonRequired).map(({ id }) => id));
  const reading = readBy(requestForm(t, needReason), values);
  if ("faults" in reading) return { ...answer, faults: await inWords(reading.faults) };
  const leave = leaveOfForm(reading.output);
  if (!leave) return answer;
  const preview = await load(caller().leaves.preview(leave));
  if (preview.error) return refused(answer, preview.error);
  const seen = JSON.stringify(leave);
  const shown = { ...answer, preview: preview.data, seen };
  const isOverridden = values.overrideReason.trim() !== "" && preview.data.mayOverride;
  if (preview.data.faults.some(({ code }) => code !== "LEAVE_RULE_BROKEN" || !isOverridden)) return shown;
  // Changed leave gets a new idempotency key.
  if (formText(form, "seen") !== seen) return { ...shown, attempt: newAttempt() };
  const sent = await load(caller().leaves.request({ attempt: answer.attempt, leave }));
  if (sent.error) return refused(shown, sent.error);
  redirect(paths.leave(sent.data.id));
}

/** Faults with the page's words. */
async function inWords(faults: readonly FieldMessage[]): Promise<FieldMessage[]> {
  const wordsOf = await faultWords();
  return faults.map(({ path, ...fault }) => ({ path, message: wordsOf(fault) }));
}

async function refused(answer: PlainAnswer, error: TrpcErrorBody): Promise<PlainAnswer> {
  const found = (error.details?.fields ?? []).flatMap(({ path, ...fault }) => {
    const field = fieldOf(path, answer.values);
    return field === null ? [] : [{ path: field, ...fault }];
  });
  const faults = await inWords(found);
  return { ...answer, faults, problem: faults.length > 0 ? null : error };
}

function valuesOf(form: FormData, reading: Parameters<typeof typedDate>[1]): RequestFormValues {
  const text = (name: string) => formText(form, name).trim();
  const date = (name: string) => typedDate(text(name), reading) ?? text(name);
  const part = (name: string): DayPart => dayParts.find((one) => one === text(name)) ?? "FULL_DAY";
  const startDate = date("startDate");
  return {
    leaveTypeId: text("leaveTypeId"),
    startDate,
    // Most requests are for one day.
    endDate: date("endDate") || startDate,
    part: text("part") === "hours" ? "hours" : "day",
    startPart: part("startPart"),
    // A single day has one choice.
    endPart: form.has("endPart") ? part("endPart") : part("startPart"),
    startTime: text("startTime"),
    endTime: text("endTime"),
    reason: formText(form, "reason"),
    overrideReason: formText(form, "overrideReason"),
  };
}
