// Checks the rule that migrations expand first and contract later, as far as their SQL shows it: while a new version migrates, processes of
// the previous version still run.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The last migration before the rule; it applies to later ones. */
const BEFORE_THE_RULE = 47;

const MARKER = /^-- contract: unused since (\d{4})$/m;
const ID = String.raw`(?:"[^"]*"|\w+)`;
const NAME = String.raw`(${ID}(?:\.${ID})?)`;

/** Comments, strings and function bodies are not table changes. */
const SILENT = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|"[^"]*"/g;

const CREATED = new RegExp(String.raw`^CREATE (?:\w+ )?TABLE (?:IF NOT EXISTS )?${NAME}`, "i");
const DROPPED =
  /^DROP (?:TABLE|(?:MATERIALIZED )?VIEW|TYPE|DOMAIN|SEQUENCE|FUNCTION|PROCEDURE|SCHEMA) (?:IF EXISTS )?(.*)$/i;
const RENAMED =
  /^ALTER (?:(?:MATERIALIZED )?VIEW|TYPE|DOMAIN|SEQUENCE|FUNCTION|PROCEDURE|SCHEMA) .* (?:RENAME|SET SCHEMA) /i;
const ALTERED = new RegExp(`^ALTER (?:FOREIGN )?TABLE (?:IF EXISTS )?(?:ONLY )?${NAME} (.*)$`, "i");
const UNREADABLE = /^DO\b/i;

/** Actions of an ALTER TABLE that break the previous version's reads or writes. */
const CONTRACTIONS = [
  /^DROP (?!CONSTRAINT\b)/i,
  /^RENAME (?!CONSTRAINT\b)/i,
  /^SET SCHEMA\b/i,
  new RegExp(
    String.raw`^ALTER (?:COLUMN )?${ID} (?:SET NOT NULL|(?:SET DATA )?TYPE|DROP (?:DEFAULT|IDENTITY|EXPRESSION))\b`,
    "i",
  ),
];
const ADDED = new RegExp(
  String.raw`^ADD (?!(?:CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b)(?:COLUMN )?(?:IF NOT EXISTS )?${ID} (.*)$`,
  "i",
);

/**
 * @param {string} [folder]
 * @returns {string[]} a line for each fault
 */
export function contractionsIn(folder = "drizzle/migrations") {
  const names = readdirSync(folder).filter((name) => /^\d{4}_.*\.sql$/.test(name));
  const numbers = names.map(numberOf);
  return names
    .filter((name) => numberOf(name) > BEFORE_THE_RULE)
    .flatMap((name) => faultsOf(name, readFileSync(path.join(folder, name), "utf8"), numbers));
}

/** @param {string} name */
const numberOf = (name) => Number(name.slice(0, 4));

/**
 * @param {string} name
 * @param {string} sql
 * @param {number[]} numbers of all migrations
 */
function faultsOf(name, sql, numbers) {
  const since = MARKER.exec(sql)?.[1];
  if (since !== undefined) {
    const isEarlier = numbers.includes(Number(since)) && Number(since) < numberOf(name);
    return isEarlier ? [] : [`${name}: "unused since ${since}" names no earlier migration.`];
  }
  return contractions(sql).map(
    (what) =>
      `${name}: ${what}: the version before may still use it. Leave it to the migration of a later version, which says "-- contract: unused since" with the number of the one from which on nothing uses it.`,
  );
}

/** @param {string} sql */
function contractions(sql) {
  const statements = sql
    .replace(SILENT, (found) => (found.startsWith('"') ? found : found.startsWith("-") ? "" : "''"))
    .split(";")
    .map((statement) => statement.replace(/\s+/g, " ").trim());
  const created = new Set(statements.map((statement) => tableName(CREATED.exec(statement)?.[1] ?? "")));
  return statements.flatMap((statement) => contractionsOf(statement, created));
}

/**
 * No version uses a table created in the same file yet.
 * @param {string} statement
 * @param {Set<string>} created
 */
function contractionsOf(statement, created) {
  const dropped = DROPPED.exec(statement)?.[1];
  if (dropped !== undefined)
    return parts(dropped).every((part) => created.has(tableName(part))) ? [] : [statement];
  if (RENAMED.test(statement) || UNREADABLE.test(statement)) return [statement];
  const [, table, actions] = ALTERED.exec(statement) ?? [];
  if (table === undefined || actions === undefined || created.has(tableName(table))) return [];
  return parts(actions)
    .filter(isContraction)
    .map((action) => `ALTER TABLE ${table} ${action}`);
}

/** @param {string} action */
function isContraction(action) {
  if (CONTRACTIONS.some((pattern) => pattern.test(action))) return true;
  const column = ADDED.exec(action)?.[1]?.replace(/"[^"]*"/g, '""');
  if (column === undefined) return false;
  return (
    /\bNOT NULL\b|\bPRIMARY KEY\b/i.test(column) && !/\bDEFAULT\b|\bGENERATED\b|\b\w*serial\b/i.test(column)
  );
}

/**
 * Splits a list at its commas, without the contents of parentheses.
 * @param {string} list
 * @returns {string[]}
 */
function parts(list) {
  const shorter = list.replace(/ ?\([^()]*\)/g, "");
  return shorter === list ? list.split(",").map((part) => part.trim()) : parts(shorter);
}

/**
 * The table's name without schema, quotes and what follows.
 * @param {string} name
 */
const tableName = (name) => /^(?:"?\w+"?\.)?"?(\w+)/.exec(name)?.[1] ?? "";
