import { LoadError } from "@/app/(web)/dashboard/load-error";
import { OnlyAdministrators } from "@/app/(web)/dashboard/settings/only-administrators";
import type { TrpcErrorBody } from "@/server/transport/trpc-error";

type Props = {
  error: TrpcErrorBody;
  /** Continues "Only administrators can". */
  what: string;
};

/** In place of a page of the workspace's settings that did not load; to who may not see it, says who may. */
export const Refused = ({ error, what }: Props) => (
  <OnlyAdministrators what={what}>
    <LoadError error={error} />
  </OnlyAdministrators>
);
