import { z } from "zod";
import { operationStatuses } from "@/drizzle/schema/values";
import {
  idOf,
  limitParam,
  listParam,
  listPattern,
  nextTokenParam,
  wireId,
  wireInstant,
} from "@/server/kernel/schema";

/** The idempotency key of one instance of a form that creates something. */
export const attemptText = z.string().regex(/^[0-9a-f]{32}$/);

const url = z.string().meta({ examples: ["/v2/operations/operation-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f"] });

/** The response to a write that is accepted for later. */
export const AcceptedOperation = z
  .object({ id: wireId("operation"), status: z.enum(operationStatuses), url })
  .meta({ id: "AcceptedOperation" });

const statusCode = z.int().min(200).max(299);
const rowCount = z.int().min(0);

const head = {
  id: wireId("operation"),
  status: z.enum(operationStatuses),
  url,
  createdAt: wireInstant,
  completedAt: wireInstant.nullable().meta({ description: "Null while PENDING." }),
  progress: z.object({ done: rowCount, total: rowCount }).nullable().meta({
    description:
      "The progress of an import, an erasure or a company leave, in rows or people. Null for other writes.",
  }),
  error: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: "The same `error` a failed request returns. Set once FAILED." }),
};

/** An operation in a list. */
export const OperationItem = z.object(head).meta({ id: "OperationItem" });

export const OperationQuery = z.object({
  status: listParam(z.enum(operationStatuses))
    .optional()
    .meta({
      description: `Comma-separated: ${operationStatuses.join(", ")}. Defaults to all of them.`,
      override: { type: "string", pattern: listPattern(operationStatuses), examples: ["PENDING"] },
    }),
  limit: limitParam(25, 100),
  nextToken: nextTokenParam,
});

/** An operation, with the possible types of `result.body`: known only where every endpoint is. */
export const operationWith = (body: z.ZodType) =>
  z
    .object({
      ...head,
      result: z
        .object({ status: statusCode, body })
        .nullable()
        .meta({ description: "The response the write would have returned. Set once SUCCEEDED." }),
    })
    .meta({ id: "Operation" });

export const Operation = operationWith(z.unknown());

export const OperationRef = z.strictObject({ id: idOf("operation") });

/** Several operations that one form started. */
export const OperationRefs = z.strictObject({ operationIds: z.array(idOf("operation")).max(500) });
