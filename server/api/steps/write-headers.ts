import { ApiError } from "@/server/kernel/errors";
import { endpointOf, type V2Step } from "../exchange";
import { parsePrefer } from "../prefer";

const printable = /^[\x20-\x7e]{1,255}$/;

/** Idempotency-Key and Prefer, on writes that honour them. */
export const writeHeaders: V2Step = (x, next) => {
  const { write } = endpointOf(x);
  if (!write) return next();
  const key = x.request.headers.get("idempotency-key");
  if (write.idempotent && key !== null) {
    if (!printable.test(key))
      throw new ApiError("INVALID_IDEMPOTENCY_KEY", {
        details: {
          fields: [{ path: "Idempotency-Key", message: "Must be 1 to 255 printable ASCII characters." }],
        },
      });
    x.idempotencyKey = key;
  }
  x.prefer = parsePrefer(x.request.headers.get("prefer"));
  return next();
};
