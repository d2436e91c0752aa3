import { LoadError } from "@/app/_kit/page/load-error";
import { missingOf } from "@/app/_kit/page/missing-page";
import { person } from "@/app/(app)/dashboard/(team)/pages";
import type { TrpcErrorBody } from "@/server/transport/trpc-error";

const NoSuchPerson = missingOf(person);

/** No person with this id is in the visitor's sight; any other error shows as a load error. */
export function MissingPerson({ error }: { error: TrpcErrorBody }) {
  if (error.code !== "RESOURCE_NOT_FOUND" && error.code !== "VALIDATION_ERROR")
    return <LoadError error={error} />;
  return <NoSuchPerson />;
}
