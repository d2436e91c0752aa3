import type { FieldMessage } from "@/app/_resource/read-by";
import type { TrpcErrorBody } from "@/server/transport/trpc-error";

/** Of a thing with a name, the only conflict on saving it: another one has that name. Beside the field, in the page's language. */
export const nameTaken = (
  error: Pick<TrpcErrorBody, "code"> | null | undefined,
  message: string,
): FieldMessage[] => (error?.code === "CONFLICT" ? [{ path: "name", message }] : []);
