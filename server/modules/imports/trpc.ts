import type { z } from "zod";
import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import { startWrite } from "@/server/modules/operations/start-write";
import { procedure } from "@/server/transport/trpc";
import { faultsOf, type ImportBody, type ImportResult, importSubmission } from "./schema";

interface Import {
  /** Of the v2 endpoint that carries it out. */
  path: string;
  body: z.ZodType<ImportBody, ImportBody>;
  run(ctx: Ctx, body: ImportBody): Promise<ImportResult>;
}

/** What a page needs of an import: a check that answers at once, and the import itself as an operation, once for each form. */
export const importProcedures = ({ path, body, run }: Import) => ({
  checkImport: procedure
    .input(body)
    .mutation(async ({ ctx, input }) => faultsOf(await run(ctx, { ...input, mode: "check" }))),
  import: procedure.input(importSubmission(body)).mutation(async ({ ctx, input }) => {
    const wanted = { attempt: input.attempt, path, body: input.import };
    return { operationId: encodeId("operation", await startWrite(ctx, wanted)) };
  }),
});
