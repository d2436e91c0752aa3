import type { z } from "zod";
import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import { startWrite } from "@/server/modules/integrations/operations/start-write";
import { procedure } from "@/server/transport/trpc";
import { faultsOf, type ImportBody, type ImportResult, importSubmission } from "./schema";

interface Import<R extends ImportResult, C extends ImportResult> {
  /** The path of the v2 endpoint that carries it out. */
  path: string;
  body: z.ZodType<ImportBody, ImportBody>;
  run(ctx: Ctx, body: ImportBody): Promise<R>;
  /** What only the page's check reports. */
  check?(ctx: Ctx, body: ImportBody): Promise<C>;
}

/** The procedures of an import for a page: a synchronous check, and the import as an operation, idempotent for the same form. */
export const importProcedures = <R extends ImportResult, C extends ImportResult = R>({
  path,
  body,
  run,
  check,
}: Import<R, C>) => ({
  checkImport: procedure
    .input(body)
    .mutation(async ({ ctx, input }) => faultsOf(await (check ?? run)(ctx, { ...input, mode: "check" }))),
  import: procedure.input(importSubmission(body)).mutation(async ({ ctx, input }) => {
    const wanted = { attempt: input.attempt, path, body: input.import };
    return { operationId: encodeId("operation", await startWrite(ctx, wanted)) };
  }),
});
