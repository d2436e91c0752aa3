import type { ReactNode } from "react";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { NotAllowed } from "@/app/_kit/page/not-allowed";
import { caller } from "@/app/_trpc/server";
import { requireActor } from "@/server/signin/session";
import type { TrpcErrorBody } from "@/server/transport/trpc-error";

type OnlyAdministratorsProps = {
  /** Continues "Only administrators can". */
  what: string;
  children: ReactNode;
};

/** Content for administrators only; for other users, names the administrators. */
export async function OnlyAdministrators({ what, children }: OnlyAdministratorsProps) {
  const { actor } = await requireActor();
  if (actor.role === "ADMIN") return children;
  const terms = await load(caller().apiKeys.terms());
  return <NotAllowed what={what} administrators={terms.data?.administrators ?? []} />;
}

type Props = {
  error: TrpcErrorBody;
  /** Continues "Only administrators can". */
  what: string;
};

/** Replaces a workspace settings page that did not load. Without permission, names the administrators. */
export const Refused = ({ error, what }: Props) => (
  <OnlyAdministrators what={what}>
    <LoadError error={error} />
  </OnlyAdministrators>
);
