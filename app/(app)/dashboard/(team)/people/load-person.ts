import { cache } from "react";
import { load } from "@/app/_kit/page/load";
import { caller } from "@/app/_trpc/server";
import { requireActor } from "@/server/signin/session";
import "server-only";

/** One person within sight, once a request. */
export const loadPerson = cache((id: string) => load(caller().people.person({ id })));

/** For the browser's title. */
export async function nameOfPerson({
  params,
}: {
  params: Promise<{ userId: string }>;
}): Promise<string | undefined> {
  await requireActor();
  return (await loadPerson((await params).userId)).data?.name;
}
