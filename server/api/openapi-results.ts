import { z } from "zod";
import { Operation, operationWith } from "@/server/modules/integrations/operations/schema";
import type { Endpoint } from "@/server/transport/endpoint";

/** Writes that may become an operation, by the name of the record in their answer. */
function deferrable(
  endpoints: readonly Endpoint[],
): Map<string, { data: z.ZodType; operationIds: string[] }> {
  const found = new Map<string, { data: z.ZodType; operationIds: string[] }>();
  for (const { write, data, operationId } of endpoints) {
    const name = data?.meta()?.id;
    if (!write?.defer || !data || !name) continue;
    const known = found.get(name);
    if (known) known.operationIds.push(operationId);
    else found.set(name, { data, operationIds: [operationId] });
  }
  return found;
}

/** The body of every write that can be deferred. */
function operationResultBody(endpoints: readonly Endpoint[]): z.ZodType {
  const bodies = [...deferrable(endpoints).values()].map(({ data, operationIds }) =>
    z.object({ data }).meta({ description: `For ${operationIds.join(", ")}.` }),
  );
  return z
    .union([...bodies, z.null().meta({ description: "For a write that returns 204." })])
    .meta({ id: "OperationResultBody", description: "The response body the write would have returned." });
}

/** The endpoints, with the possible bodies of an operation's `result.body`. */
export function withResults(endpoints: readonly Endpoint[]): Endpoint[] {
  const data = operationWith(operationResultBody(endpoints));
  return endpoints.map((endpoint) => (endpoint.data === Operation ? { ...endpoint, data } : endpoint));
}
