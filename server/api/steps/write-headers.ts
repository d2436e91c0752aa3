import { ApiError } from "@/server/kernel/errors";
import { parsePrefer } from "../prefer";
import type { Admitted, Asked } from "../stages";

const printable = /^[\x20-\x7e]{1,255}$/;

/** Idempotency-Key and Prefer, on writes that honour them. @throws ApiError INVALID_IDEMPOTENCY_KEY */
export function writeHeaders<X extends Admitted>(x: X): X & Asked {
  const { write } = x.endpoint;
  if (!write) return x;
  const { headers } = x.request;
  const key = write.idempotent ? headers.get("idempotency-key") : null;
  if (key !== null && !printable.test(key))
    throw new ApiError("INVALID_IDEMPOTENCY_KEY", {
      details: {
        fields: [{ path: "Idempotency-Key", message: "Must be 1 to 255 printable ASCII characters." }],
      },
    });
  return { ...x, idempotencyKey: key ?? undefined, prefer: parsePrefer(headers.get("prefer")) };
}
