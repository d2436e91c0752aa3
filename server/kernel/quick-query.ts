import { DrizzleQueryError, is, Param, Placeholder } from "drizzle-orm";
import type { RowList, Sql } from "postgres";
import { type RowShape, rowReader } from "./quick-rows";

type Values = Record<string, unknown>;

const valueFor = (values: Values, name: string): unknown => {
  if (!(name in values)) throw new Error(`No value for placeholder "${name}" was provided`);
  return values[name];
};

function filling(parameter: unknown): (values: Values) => unknown {
  if (is(parameter, Placeholder)) return (values) => valueFor(values, parameter.name);
  if (!is(parameter, Param) || !is(parameter.value, Placeholder)) return () => parameter;
  const { encoder, value } = parameter;
  return (values) => encoder.mapToDriverValue(valueFor(values, value.name));
}

/** What stands for the placeholders among a statement's parameters; which ones they are is found out once. */
export function filler(parameters: readonly unknown[]): (values: Values) => unknown[] {
  const fillings = parameters.map(filling);
  return (values) => fillings.map((fill) => fill(values));
}

/** What Drizzle keeps in a prepared query. */
interface Prepared extends RowShape {
  queryString: string;
  params: unknown[];
  customResultMapper?: unknown;
}

/**
 * Runs a query that Drizzle prepared, without what Drizzle does anew at each run: looking for placeholders, tracing, caching. Queries
 * with deeply nested fields run as they are.
 */
export function quickQuery<Q extends object>(query: Q): (client: Sql) => Q {
  const prepared = query as unknown as Prepared;
  const { queryString: text, fields } = prepared;
  const read = fields ? rowReader(prepared) : undefined;
  // Drizzle's prepared query remembers the connection on which it was built; the same statement serves any other.
  if (read === null || prepared.customResultMapper)
    return (client) => Object.create(query, { client: { value: client } });
  const fill = filler(prepared.params);
  const run = async (client: Sql, values: Values = {}): Promise<unknown> => {
    const parameters = fill(values);
    if (!read) return send(client, text, parameters);
    const rows = await send(client, text, parameters, "values");
    return read(rows as unknown as unknown[][]);
  };
  return (client) => ({ execute: (values?: Values) => run(client, values) }) as unknown as Q;
}

/**
 * Sends a prepared statement. It leaves at once, so that those that are sent together run in the order of the calls.
 * @param form rows as objects, or as bare lists of their values
 * @throws DrizzleQueryError as Drizzle does: it names the statement, which the database's own error does not
 */
export async function send<Row extends object>(
  client: Sql,
  text: string,
  parameters: unknown[],
  form: "objects" | "values" = "objects",
): Promise<RowList<Row[]>> {
  const pending = client.unsafe<Row[]>(text, parameters as never[], { prepare: true });
  try {
    return await (form === "values" ? (pending.values() as never) : pending).execute();
  } catch (error) {
    throw new DrizzleQueryError(text, parameters, error as Error);
  }
}
