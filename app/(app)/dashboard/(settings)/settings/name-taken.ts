import type { FieldMessage } from "@/app/_kit/form/read-by";
import type { TrpcErrorBody } from "@/server/transport/trpc-error";

/** For named records, the only conflict on saving: the name is taken. Shown at the field, in the page's language. */
export const nameTaken = (
  error: Pick<TrpcErrorBody, "code"> | null | undefined,
  message: string,
): FieldMessage[] => (error?.code === "CONFLICT" ? [{ path: "name", message }] : []);
