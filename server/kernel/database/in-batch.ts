import { Param, type SQL, type SQLWrapper, sql } from "drizzle-orm";

type Values = Record<string, unknown>;

/** The workspaces of a batch are passed as `workspaces`: a list, or its text by `arrayOf`. */
function hasOne({ workspaces }: Values): boolean {
  if (typeof workspaces === "string") return workspaces.length > 2 && !workspaces.includes(",");
  return Array.isArray(workspaces) && workspaces.length === 1;
}

const only = {
  mapToDriverValue: (workspaces: unknown): unknown =>
    typeof workspaces === "string" ? workspaces.replace(/[{}"]/g, "") : (workspaces as readonly string[])[0],
};
/** The one workspace that a statement with these values is about; undefined if they do not say it. */
export const workspaceIn = (values: Values): string | undefined => {
  if (typeof values.workspaceId === "string") return values.workspaceId;
  return hasOne(values) ? (only.mapToDriverValue(values.workspaces) as string) : undefined;
};

const workspace = sql`${new Param(sql.placeholder("workspaces"), only)}::uuid`;

/** No limit, in a text that says so: it is sent to plain PostgreSQL only. */
export const ofSeveralMark = "true /* several workspaces */";
export const ofSeveral = sql.raw(ofSeveralMark);

/** Begins the note of a plain read of all workspaces, with its reason: no locks and no writes, so that Citus can ask every server. */
export const everyMark = "true /* every workspace: ";
/**
 * No limit, for a plain read.
 * @param reason why it is not of one workspace
 * @param workspaceId by which it is limited while a server does not answer (`ofReachable`); without it, it fails then
 */
export const ofEvery = (reason: string, workspaceId?: SQLWrapper | undefined): SQL =>
  workspaceId
    ? sql`${sql.raw(`${everyMark}${reason} ${columnMark}`)}${workspaceId} */`
    : sql.raw(`${everyMark}${reason} */`);

/** Precedes the column in the note. */
const columnMark = "by ";
const limitable = new RegExp(`${everyMark.replace(/[/*]/g, "\\$&")}[^*]* ${columnMark}([\\w".]+) \\*/`, "g");

/** The statement about every workspace, limited to these; as it is, if it does not name the column. */
export function ofReachable(
  text: string,
  parameters: readonly unknown[],
  workspaces: readonly string[],
): { text: string; parameters: unknown[] } {
  const place = `$${parameters.length + 1}`;
  const limited = text.replace(
    limitable,
    (_, column) => `${column} = any(${place}::uuid[]) /* that answer */`,
  );
  if (limited === text) return { text, parameters: [...parameters] };
  return { text: limited, parameters: [...parameters, workspaces] };
}

/** The statement that is being built is of one workspace. */
let isOfOne = false;

/** Names the text of a statement with these values: one of a single workspace has a text of its own. */
export const variantOf = (values: Values): string => (hasOne(values) ? " of one workspace" : "");

/** Builds the text for these values. */
export function buildFor<T>(values: Values, build: () => T): T {
  isOfOne = hasOne(values);
  try {
    return build();
  } finally {
    isOfOne = false;
  }
}

/**
 * Limits a table of a statement to the workspace of a batch of one: Citus sends a statement to one server, with its locks, when each of its
 * tables is limited so. In a batch of several, which only plain PostgreSQL gets, it limits nothing, since the planner would read all of these
 * workspaces' rows: the statement names its rows with their workspaces, too.
 */
export const inBatch = (workspaceId: SQLWrapper): SQL => ofOneOr(workspaceId, ofSeveral);

/** `inBatch` for a plain read of several workspaces, on several servers, too. @param reason as of `ofEvery` */
export const inAnyBatch = (workspaceId: SQLWrapper, reason: string): SQL =>
  ofOneOr(workspaceId, ofEvery(reason, workspaceId));

const ofOneOr = (workspaceId: SQLWrapper, several: SQL): SQL =>
  sql`${{ getSQL: () => (isOfOne ? sql`${workspaceId} = ${workspace}` : several) }}`;
