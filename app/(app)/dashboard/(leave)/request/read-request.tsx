import "server-only";
import { getFormatter, getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { isCalendarDate } from "@/server/kernel/time/date-range";
import { requireActor } from "@/server/signin/session";

/** No leave type has a policy at the person's location: explains why, and who can change it. */
export async function NoTypes({ administrators }: { administrators: readonly string[] }) {
  const [t, format] = await Promise.all([getTranslations(), getFormatter()]);
  const names = format.list(administrators.slice(0, 3), "either");
  return (
    <EmptyState title={t("leaves.form.noTypes")}>
      {t("leaves.form.noTypesText")}
      {names ? ` ${t("common.notAllowed.ask", { names })}` : null}
    </EmptyState>
  );
}

export type RequestAddress = Promise<Record<string, string | string[] | undefined>>;

const dateIn = (value: string | string[] | undefined): string =>
  typeof value === "string" && isCalendarDate(value) ? value : "";

/** The form's data; `?from=&to=&type=` prefill it. `form` is null if no leave type is available. */
export async function readRequest(address: RequestAddress) {
  const { actor } = await requireActor();
  const [query, terms] = await Promise.all([address, load(caller().leaves.terms())]);
  if (terms.error) return { error: terms.error };
  const { types, administrators } = terms.data;
  const forOthers = actor.role !== "USER";
  const type = types.find(({ id }) => id === query.type) ?? types[0];
  if (!type && !forOthers) return { form: null, administrators };
  const from = dateIn(query.from);
  const start = { leaveTypeId: type?.id ?? "", startDate: from, endDate: dateIn(query.to) || from };
  return { form: { terms: terms.data, start, forOthers }, administrators };
}
