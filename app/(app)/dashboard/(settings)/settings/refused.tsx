import { LoadError } from "@/app/_kit/page/load-error";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/only-administrators";
import type { TrpcErrorBody } from "@/server/transport/trpc-error";

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
