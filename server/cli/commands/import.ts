import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import type { z } from "zod";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { CsvError } from "@/server/kernel/csv";
import { ApiError } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { importOpenings } from "@/server/modules/entitlements/import-openings";
import { OpeningImport } from "@/server/modules/entitlements/schema";
import { rowsOfCsv } from "@/server/modules/imports/csv-rows";
import type { ImportBody, ImportResult } from "@/server/modules/imports/schema";
import { importLeaves } from "@/server/modules/leaves/import-leaves";
import { LeaveImport } from "@/server/modules/leaves/schema";
import { findPersonAnywhere } from "@/server/modules/people/find-person-anywhere";
import { importUsers } from "@/server/modules/people/import-users";
import { UserImport } from "@/server/modules/people/schema";
import { validate } from "@/server/transport/validate";
import type { CommandGroup, Perform } from "./command";

type Options = { file: string; owner: string; mode: string };

interface Import {
  noun: string;
  description: string;
  body: z.ZodType<ImportBody>;
  run(ctx: Ctx, body: ImportBody): Promise<ImportResult>;
}

const imports: readonly Import[] = [
  { noun: "users", description: "bulk import of people", body: UserImport, run: importUsers },
  { noun: "leaves", description: "bulk import of leave", body: LeaveImport, run: importLeaves },
  {
    noun: "opening-balances",
    description: "bulk import of opening balances",
    body: OpeningImport,
    run: importOpenings,
  },
];

/** `users import`, `leaves import` and `opening-balances import`. Rows of the result count from 0: row 0 is the line after the names. */
export const importCommands: CommandGroup = (program, perform) => {
  for (const one of imports) addImport(program, perform, one);
};

function addImport(program: Command, perform: Perform, { noun, description, body, run }: Import): void {
  program
    .command(noun)
    .description(description)
    .command("import")
    .description("import from a CSV file with field names in its first line")
    .requiredOption("--file <path>", "CSV in UTF-8")
    .requiredOption("--owner <email>", "who to import as: email address or ID")
    .option(
      "--mode <mode>",
      "all imports nothing unless every row is valid; valid imports the valid rows",
      "all",
    )
    .action(({ file, owner, mode }: Options) =>
      perform(async (services) => {
        const ctx = await actingAs(services, owner);
        return run(ctx, validate(body, { mode, rows: await rowsOf(file) }));
      }),
    );
}

async function actingAs(services: Services, owner: string): Promise<Ctx> {
  const { workspaceId, userId } = await findPersonAnywhere(services, owner);
  const actor = await loadActor(services.db, workspaceId, userId, { type: "operator" });
  if (!actor)
    throw new ApiError("RESOURCE_NOT_FOUND", {
      description: "There's no active person with this ID or email address.",
    });
  return ctxFor(services, actor, newRequestId());
}

async function rowsOf(file: string) {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new ApiError("VALIDATION_ERROR", { description: `${file} can't be read: ${error.code}.` });
  });
  try {
    return rowsOfCsv(text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ApiError("VALIDATION_ERROR", { description: error.message });
  }
}
