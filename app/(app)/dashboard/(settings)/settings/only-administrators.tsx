import type { ReactNode } from "react";
import { load } from "@/app/_kit/page/load";
import { NotAllowed } from "@/app/_kit/page/not-allowed";
import { caller } from "@/app/_trpc/server";
import { requireActor } from "@/server/signin/session";

type Props = {
  /** Continues "Only administrators can". */
  what: string;
  children: ReactNode;
};

/** Content for administrators only; for other users, names the administrators. */
export async function OnlyAdministrators({ what, children }: Props) {
  const { actor } = await requireActor();
  if (actor.role === "ADMIN") return children;
  const terms = await load(caller().apiKeys.terms());
  return <NotAllowed what={what} administrators={terms.data?.administrators ?? []} />;
}
