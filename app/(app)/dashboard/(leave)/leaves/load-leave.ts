import { getFormatter } from "next-intl/server";
import { cache } from "react";
import { load } from "@/app/_kit/page/load";
import { caller } from "@/app/_trpc/server";
import { requireActor } from "@/server/signin/session";
import "server-only";

/** One leave, once a request. */
export const loadLeave = cache((id: string) => load(caller().leaves.get({ id })));

type Props = { params: Promise<{ leaveId: string }> };

const short = { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" } as const;
const at = (date: string) => new Date(`${date}T00:00:00Z`);

/** Whose leave it is, and when: "Ana Pavlović, 3–7 Aug 2026". For the browser's title. */
export async function nameOfLeave({ params }: Props): Promise<string | undefined> {
  await requireActor();
  const [format, { data }] = await Promise.all([getFormatter(), loadLeave((await params).leaveId)]);
  if (!data) return undefined;
  const { startDate, endDate, person } = data;
  const dates =
    startDate === endDate
      ? format.dateTime(at(startDate), short)
      : format.dateTimeRange(at(startDate), at(endDate), short);
  return `${person.name}, ${dates}`;
}
