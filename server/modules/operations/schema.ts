import { z } from "zod";
import { operationStatuses } from "@/drizzle/schema/values";
import { idOf, wireId, wireInstant } from "@/server/kernel/schema";

const url = z.string().meta({ examples: ["/v2/operations/operation-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f"] });

/** What a write answers when it is accepted for later. */
export const AcceptedOperation = z
  .object({ id: wireId("operation"), status: z.enum(operationStatuses), url })
  .meta({ id: "AcceptedOperation" });

export const Operation = z
  .object({
    id: wireId("operation"),
    status: z.enum(operationStatuses),
    url,
    createdAt: wireInstant,
    completedAt: wireInstant.nullable(),
    progress: z.object({ done: z.int(), total: z.int() }).nullable(),
    result: z
      .object({ status: z.int(), body: z.unknown() })
      .nullable()
      .meta({ description: "The status and body that the write would have answered." }),
    error: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: "The envelope's `error`, when it failed." }),
  })
  .meta({ id: "Operation" });

export const OperationRef = z.strictObject({ id: idOf("operation") });
