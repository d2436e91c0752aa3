// Checks that Citus can carry out a migration of distributed tables (docs/operate/scale.md), as far as its SQL shows it.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { loadModule, parseSync } from "libpg-query";

/** The last migration before the rule; it applies to later ones. */
const BEFORE_THE_RULE = 64;

/** Exempts a migration, which then says why. */
const MARKER = /^-- distribution: \S/m;

/** What a distributed UPDATE, DELETE or INSERT … SELECT may not contain: each server would have its own answer. */
const VOLATILE = /^(?:clock_timestamp|timeofday|random|gen_random_uuid|uuidv[47]|nextval)$/;
/** The same, and what is of one server, in the text of a DO block. */
const OF_ONE_SERVER =
  /\bfor (?:no key )?(?:update|share)\b|\bwith recursive\b|\b(?:clock_timestamp|timeofday|random|gen_random_uuid)\(|\bctid\b/i;

const KEYS = new Set(["CONSTR_PRIMARY", "CONSTR_UNIQUE", "CONSTR_EXCLUSION"]);

/**
 * @param {string} [folder]
 * @returns {Promise<string[]>} a line for each fault
 */
export async function undistributableIn(folder = "drizzle/migrations") {
  await loadModule();
  const tables = new Map([["workspaces", "id"]]);
  const names = readdirSync(folder).filter((name) => /^\d{4}_.*\.sql$/.test(name));
  return names.sort().flatMap((name) => {
    const sql = readFileSync(path.join(folder, name), "utf8");
    const statements = (parseSync(sql).stmts ?? []).map(({ stmt }) => stmt);
    for (const statement of statements) note(statement, tables);
    if (Number(name.slice(0, 4)) <= BEFORE_THE_RULE || MARKER.test(sql)) return [];
    return statements
      .flatMap((statement) => faultsOf(statement, tables))
      .map(
        (fault) =>
          `${name}: ${fault}. Citus cannot do that; write it in another way, or say "-- distribution:" with the reason why it can.`,
      );
  });
}

/** Remembers the tables of workspaces, and the column that tells the workspace. */
function note(statement, tables) {
  const { CreateStmt: created, AlterTableStmt: altered, RenameStmt: renamed } = statement;
  const owns = (column) =>
    column?.colname === "workspace_id" &&
    constraintsOf(column).some(({ contype }) => contype === "CONSTR_NOTNULL");
  if (created && columnsOf(created).some(owns)) tables.set(created.relation.relname, "workspace_id");
  for (const { AlterTableCmd: command } of altered?.cmds ?? [])
    if (owns(command.def?.ColumnDef)) tables.set(altered.relation.relname, "workspace_id");
  if (renamed?.renameType !== "OBJECT_TABLE" || !tables.has(renamed.relation.relname)) return;
  tables.set(renamed.newname, tables.get(renamed.relation.relname));
  tables.delete(renamed.relation.relname);
}

const columnsOf = ({ tableElts = [] }) => tableElts.flatMap(({ ColumnDef: column }) => column ?? []);
const constraintsOf = ({ constraints = [] }) => constraints.flatMap(({ Constraint: one }) => one ?? []);
const texts = (list = []) => list.map(({ String: text }) => text?.sval);

/** @returns {string[]} */
function faultsOf(statement, tables) {
  const [[kind, node] = []] = Object.entries(statement);
  switch (kind) {
    case "CreateStmt":
      return createdFaults(node, tables);
    case "AlterTableStmt":
      return (node.cmds ?? []).flatMap(({ AlterTableCmd: { def } }) => [
        ...(def?.Constraint ? constraintFaults(node.relation.relname, def.Constraint, tables) : []),
        ...(tables.has(node.relation.relname) ? addedCheckFaults(node.relation.relname, def) : []),
        ...(def?.ColumnDef ? columnFaults(node.relation.relname, def.ColumnDef, tables) : []),
      ]);
    case "IndexStmt":
      return indexFaults(node, tables);
    case "CreateSeqStmt":
      return [`the sequence ${node.sequence.relname}`];
    case "CreateTrigStmt":
      return tables.has(node.relation.relname) && (!node.row || node.isconstraint)
        ? [`the trigger ${node.trigname} is not for each row`]
        : [];
    case "ViewStmt":
      return reads(node.query, tables)
        ? [`the view ${node.view.relname}, which nothing can be written through`]
        : [];
    case "DoStmt":
      return OF_ONE_SERVER.test(JSON.stringify(node).replaceAll("\\n", " "))
        ? ["a DO block with a lock, a position, recursion or a volatile function"]
        : [];
    default:
      return rowFaults(kind ?? "", node, tables);
  }
}

/** A part of a table has another name, and Citus sends it the condition as it is written. */
function addedCheckFaults(table, def) {
  const checks = [def?.Constraint, ...(def?.ColumnDef ? constraintsOf(def.ColumnDef) : [])].filter(
    (one) => one?.contype === "CONSTR_CHECK",
  );
  return checks.flatMap((check) => {
    let isQualified = false;
    walk(check, (name, value) => {
      isQualified ||= name === "ColumnRef" && value.fields.length > 1;
    });
    return isQualified
      ? [`${check.conname ?? `a check of ${table}`} names its table: write the columns alone`]
      : [];
  });
}

function createdFaults(created, tables) {
  const table = created.relation.relname;
  // A partition is as its table.
  if (created.partbound) return [];
  const constraints = (created.tableElts ?? []).flatMap(({ Constraint: one }) => one ?? []);
  return [
    ...columnsOf(created).flatMap((column) => columnFaults(table, column, tables)),
    ...constraints.flatMap((one) => constraintFaults(table, one, tables)),
  ];
}

function columnFaults(table, column, tables) {
  const type = texts(column.typeName?.names).at(-1) ?? "";
  const constraints = constraintsOf(column);
  const isCounted =
    /^(?:big|small)?serial$/.test(type) || constraints.some(({ contype }) => contype === "CONSTR_IDENTITY");
  return [
    ...(isCounted ? [`${table}.${column.colname} has a sequence`] : []),
    ...constraints.flatMap((one) =>
      constraintFaults(
        table,
        {
          ...one,
          keys: [{ String: { sval: column.colname } }],
          fk_attrs: one.fk_attrs ?? [{ String: { sval: column.colname } }],
        },
        tables,
      ),
    ),
  ];
}

function constraintFaults(table, constraint, tables) {
  const own = tables.get(table);
  const name = constraint.conname ?? `a key of ${table}`;
  if (own && KEYS.has(constraint.contype) && !constraint.indexname) {
    const columns =
      constraint.contype === "CONSTR_EXCLUSION"
        ? (constraint.exclusions ?? []).map(({ List: { items } }) => items[0]?.IndexElem?.name)
        : texts(constraint.keys);
    return columns.includes(own) ? [] : [`${name} does not contain ${own}`];
  }
  if (constraint.contype !== "CONSTR_FOREIGN") return [];
  const target = constraint.pktable.relname;
  if (!tables.has(target)) return [];
  if (!own) return [`${name} refers from a shared table to a workspace's, ${target}`];
  const begins = texts(constraint.fk_attrs)[0] === own;
  const isSame = texts(constraint.pk_attrs)[0] === tables.get(target);
  return begins && (isSame || !constraint.pk_attrs) ? [] : [`${name} does not begin with the workspace`];
}

function indexFaults({ relation, idxname, unique, concurrent, indexParams = [] }, tables) {
  const own = tables.get(relation.relname);
  const columns = indexParams.map(({ IndexElem: { name } }) => name);
  return [
    ...(own && unique && !columns.includes(own) ? [`${idxname} does not contain ${own}`] : []),
    ...(concurrent ? [`${idxname} is created concurrently, in a transaction`] : []),
  ];
}

/** What is refused of changes to the rows of all workspaces. */
function rowFaults(kind, node, tables) {
  if (!/^(?:Select|Insert|Update|Delete)Stmt$/.test(kind) || !reads(node, tables)) return [];
  const faults = new Set();
  walk(node, (name, value) => {
    if (name === "LockingClause") faults.add("rows of all workspaces are locked");
    if (name === "withClause" && value.recursive) faults.add("a recursive query of all workspaces");
    if (name === "ColumnRef" && texts(value.fields).at(-1) === "ctid")
      faults.add("rows are addressed by position");
    if (name === "FuncCall" && kind !== "SelectStmt" && VOLATILE.test(texts(value.funcname).at(-1) ?? ""))
      faults.add(`${texts(value.funcname).at(-1)}() is volatile`);
  });
  const own = tables.get(node.relation?.relname);
  const isSet =
    kind === "UpdateStmt" && node.targetList?.some(({ ResTarget: target }) => target?.name === own);
  return [...faults, ...(own && isSet ? [`${node.relation.relname}.${own} is changed`] : [])];
}

function reads(tree, tables) {
  let found = false;
  walk({ tree }, (name, value) => {
    const table = name === "RangeVar" || name === "relation" ? value.relname : undefined;
    found ||= tables.has(table);
  });
  return found;
}

function walk(tree, visit) {
  for (const [name, value] of Object.entries(tree))
    if (value && typeof value === "object") {
      visit(name, value);
      walk(value, visit);
    }
}
