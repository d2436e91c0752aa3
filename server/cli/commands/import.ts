import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import type { z } from "zod";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { ApiError } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { CsvError } from "@/server/kernel/text/csv";
import { importOpenings } from "@/server/modules/leave/entitlements/import-openings";
import { OpeningImport } from "@/server/modules/leave/entitlements/schema";
import { importHours } from "@/server/modules/leave/hours-worked/import-hours";
import { HoursImport } from "@/server/modules/leave/hours-worked/schema";
import { importLeaves } from "@/server/modules/leave/requests/import-leaves";
import { LeaveImport } from "@/server/modules/leave/requests/schema";
import { importUsers } from "@/server/modules/people/import/import-users";
import { UserImport } from "@/server/modules/people/import/schema";
import { findPersonAnywhere } from "@/server/modules/people/people/find-person-anywhere";
import { type NamedKind, namedKinds } from "@/server/modules/people/places/schema";
import { type DateOrder, dateOrderOf, dateOrders } from "@/server/modules/workspace/imports/cells";
import {
  columnsFor,
  dateCellsIn,
  ignoredColumns,
  missingFields,
  rowsOfTable,
} from "@/server/modules/workspace/imports/columns";
import { type ImportKind, layouts } from "@/server/modules/workspace/imports/layouts";
import { readTable, type Table } from "@/server/modules/workspace/imports/read-table";
import type { ImportBody, ImportResult } from "@/server/modules/workspace/imports/schema";
import { TableError } from "@/server/modules/workspace/imports/table-error";
import { validate } from "@/server/transport/validate";
import type { CommandGroup, Perform } from "./command";

type Options = {
  file: string;
  owner: string;
  mode: string;
  dateOrder?: string;
  ignoreColumns?: string;
  createLocations?: true;
  createDepartments?: true;
  createLabels?: true;
  leaveType?: string;
};

interface Import {
  noun: string;
  kind: ImportKind;
  description: string;
  body: z.ZodType<ImportBody>;
  /** The kinds of names that the import can create. */
  creates?: readonly NamedKind[];
  /** Whether rows may have days of a leave type that the file does not name. */
  hasDays?: true;
  run(ctx: Ctx, body: ImportBody): Promise<ImportResult>;
}

const imports: readonly Import[] = [
  {
    noun: "users",
    kind: "people",
    description: "bulk import of people",
    body: UserImport,
    creates: namedKinds,
    hasDays: true,
    run: importUsers,
  },
  {
    noun: "leaves",
    kind: "leaves",
    description: "bulk import of leave",
    body: LeaveImport,
    run: importLeaves,
  },
  {
    noun: "opening-balances",
    kind: "openings",
    description: "bulk import of opening balances",
    body: OpeningImport,
    run: importOpenings,
  },
  {
    noun: "hours-worked",
    kind: "hours",
    description: "bulk import of hours worked",
    body: HoursImport,
    run: importHours,
  },
];

/** `users import`, `leaves import`, `opening-balances import` and `hours-worked import`. Rows of the result count from 0: row 0 is the line after the header. */
export const importCommands: CommandGroup = (program, perform) => {
  for (const one of imports) addImport(program, perform, one);
};

function addImport(program: Command, perform: Perform, one: Import): void {
  const { noun, kind, description, body, creates = [], hasDays, run } = one;
  const command = program
    .command(noun)
    .description(description)
    .command("import")
    .description("import from a file whose first line names the columns, as the page for imports takes it")
    .requiredOption("--file <path>", "CSV or Excel workbook (.xlsx)")
    .requiredOption("--owner <email>", "who to import as: email address or ID")
    .option(
      "--mode <mode>",
      "all imports nothing unless every row is valid; valid imports the valid rows; check imports nothing",
      "all",
    )
    .option("--date-order <order>", `how dates such as 03/01/24 are written: ${dateOrders.join(" or ")}`)
    .option("--ignore-columns <titles>", "columns that may be left out, separated by commas");
  for (const created of creates)
    command.option(`--create-${created}`, `create the ${created} that the rows name and that don't exist`);
  if (hasDays)
    command.option("--leave-type <name>", "the leave type of yearly days and days left, by name or ID");
  command.action(({ owner, mode, leaveType, ...options }: Options) =>
    perform(async (services) => {
      const ctx = await actingAs(services, owner);
      const create = creates.filter((created) => options[createOptions[created]]);
      const rows = await rowsOf(ctx, kind, options);
      return run(
        ctx,
        validate(body, {
          ...{ mode, rows },
          ...(creates.length > 0 && { create }),
          ...(leaveType !== undefined && { leaveType }),
        }),
      );
    }),
  );
}

const createOptions = {
  locations: "createLocations",
  departments: "createDepartments",
  labels: "createLabels",
} as const;

async function actingAs(services: Services, owner: string): Promise<Ctx> {
  const { workspaceId, userId } = await findPersonAnywhere(services, owner);
  const actor = await loadActor(services.db, workspaceId, userId, { type: "operator" });
  if (!actor)
    throw new ApiError("RESOURCE_NOT_FOUND", {
      description: "There's no active person with this ID or email address.",
    });
  return ctxFor(services, actor, newRequestId());
}

const refused = (description: string) => new ApiError("VALIDATION_ERROR", { description });

async function tableOf(file: string): Promise<Table> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw refused(`${file} can't be read: ${error.code}.`);
  });
  try {
    return await readTable(bytes);
  } catch (error) {
    if (error instanceof CsvError || error instanceof TableError) throw refused(error.message);
    throw error;
  }
}

type Said = Pick<Options, "file" | "dateOrder" | "ignoreColumns">;

/** The rows of a file, once nothing in it is ambiguous. @throws ApiError VALIDATION_ERROR */
async function rowsOf(ctx: Ctx, kind: ImportKind, { file, dateOrder, ignoreColumns = "" }: Said) {
  const layout = layouts[kind];
  const table = await tableOf(file);
  const mapping = columnsFor(layout, table.header);
  const missing = missingFields(layout, mapping).map((names) => names.join(" or "));
  if (missing.length > 0) throw refused(`No column holds ${missing.join(", ")}.`);
  const left = new Set(ignoreColumns.split(",").map((title) => title.trim()));
  const unknown = ignoredColumns(table, mapping)
    .map((at) => table.header[at] || `column ${at + 1}`)
    .filter((title) => !left.has(title));
  if (unknown.length > 0)
    throw refused(`Nothing takes these columns: ${unknown.join(", ")}. Name them in --ignore-columns.`);
  const found = dateOrderOf(dateCellsIn(layout, table, mapping));
  const said = dateOrders.find((order) => order === dateOrder) ?? null;
  if (found === "unclear" && said === null)
    throw refused(`Some dates can be read in two ways. Say --date-order ${dateOrders.join(" or ")}.`);
  const order: DateOrder | null = said ?? (found === "unclear" ? null : found);
  return rowsOfTable(layout, table, mapping, { order, lastYear: ctx.now().getUTCFullYear() + 20 });
}
