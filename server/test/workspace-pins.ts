import { type A_Expr, type Node, parseSync, type SelectStmt, type SubLink } from "libpg-query";

/*
 * Which tables of a statement are limited to one workspace. Citus sends a statement to one server, with its locks and its writes, when it
 * finds the workspace of each table by itself: equality is followed among the tables of one level, into subqueries that PostgreSQL merges
 * with it or pushes conditions into, and from a table to one that is outer joined to it. It is not followed out of a CTE that is
 * materialized, into a subquery in an expression, or past LIMIT. `workspace_id = any($1)` limits its own table only.
 */

/** The columns of each table, and the one that tells the workspace. */
export type Schema = ReadonlyMap<string, { columns: readonly string[]; workspace: string }>;

/** A table that is not limited to one workspace. */
export interface Unpinned {
  table: string;
  /**
   * `nothing` limits it; or `another` table's workspace does, which Citus does not follow there: it asks each server. Or the statement
   * sets the workspace, which may not change, even to the same: `set`.
   */
  by: "nothing" | "another" | "set";
}

/** Equalities between columns. */
class Equalities {
  private readonly parents = new Map<string, string>();
  private readonly pinned = new Set<string>();
  private readonly alone = new Set<string>();
  private readonly edges: { from: string; to: string; carriesAlone: boolean }[] = [];

  private root(of: string): string {
    const parent = this.parents.get(of);
    return parent === undefined || parent === of ? of : this.root(parent);
  }

  unite(one: string, other: string): void {
    this.parents.set(this.root(one), this.root(other));
  }

  areEqual(one: string, other: string): boolean {
    return this.root(one) === this.root(other);
  }

  pin(column: string): void {
    this.pinned.add(column);
  }

  /** Limits this column and none that equals it. */
  pinAlone(column: string): void {
    this.alone.add(column);
  }

  /** What limits `from` limits `to`, but not the other way around. */
  lead(from: string, to: string, carriesAlone: boolean): void {
    this.edges.push({ from, to, carriesAlone });
  }

  /** All columns that are limited. */
  settle(): (column: string) => boolean {
    const roots = new Set([...this.pinned].map((column) => this.root(column)));
    const holds = (column: string) => roots.has(this.root(column));
    for (let grew = true; grew; ) {
      grew = false;
      for (const { from, to, carriesAlone } of this.edges) {
        if (holds(from) && !holds(to)) grew = Boolean(roots.add(this.root(to)));
        if (carriesAlone && this.alone.has(from) && !this.alone.has(to)) grew = Boolean(this.alone.add(to));
      }
    }
    return (column) => holds(column) || this.alone.has(column);
  }
}

/** The value of an expression, as far as it matters: a parameter or constant, one of a parameter's many, or a column. */
type Term = "given" | "many" | { column: string; level: object } | undefined;

interface Output {
  name: string;
  term: Term;
}

/** Something to select from. */
interface Range {
  alias: string;
  /** Null when its columns are unknown, as a function's are. */
  outputs: Output[] | null;
  level: object;
}

interface Scope {
  ranges: Range[];
  ctes: Map<string, () => Output[]>;
  above: Scope | undefined;
  /** What PostgreSQL plans as one. */
  level: object;
  /** Of NOT EXISTS: what is merged into it may refer to nothing outside of it. */
  isNegated?: boolean;
  /** Called when a query below refers to this scope, or to one above. */
  onRead?: () => void;
}

/** How a condition acts: in an inner join, or on tables that are outer joined to the others. */
type Outer = ReadonlySet<string> | undefined;

/** How a subquery is part of the level around it. */
interface Merged {
  level: object;
  outer: Outer;
  isNegated?: boolean;
}

const AGGREGATES =
  /^(?:count|sum|min|max|avg|every|bool_and|bool_or|bit_and|bit_or|array_agg|string_agg|mode|percentile_\w+|(?:json|jsonb)_(?:object_)?agg\w*|range_agg|range_intersect_agg)$/;
const SETS =
  /^(?:unnest|generate_series|jsonb?_array_elements(?:_text)?|jsonb?_each(?:_text)?|regexp_split_to_table|jsonb?_to_recordset)$/;

const nameOf = (node: Node | undefined): string => (node && "String" in node ? (node.String.sval ?? "") : "");

/** Calls `visit` for each node below, but not below those for which it returns true. */
function walk(tree: unknown, visit: (kind: string, value: object) => boolean | undefined): void {
  if (Array.isArray(tree)) for (const one of tree) walk(one, visit);
  else if (tree && typeof tree === "object")
    for (const [kind, value] of Object.entries(tree))
      if (value && typeof value === "object" && !visit(kind, value)) walk(value, visit);
}

function contains(tree: unknown, isMeant: (kind: string, value: object) => boolean): boolean {
  let found = false;
  walk(tree, (kind, value) => {
    found ||= isMeant(kind, value);
    return found || kind === "SubLink";
  });
  return found;
}

const calls = (names: RegExp) => (kind: string, value: object) =>
  kind === "FuncCall" && names.test(nameOf((value as { funcname?: Node[] }).funcname?.at(-1)));
const isWindow = (kind: string, value: object) => kind === "FuncCall" && "over" in value;
const isAggregate = (kind: string, value: object) => calls(AGGREGATES)(kind, value) && !("over" in value);

/** Whether PostgreSQL merges the subquery with the one around it. */
const isMerged = (select: SelectStmt): boolean =>
  isPlain(select) &&
  !select.distinctClause &&
  !select.limitCount &&
  !contains(select.targetList, (...it) => isWindow(...it) || calls(SETS)(...it));

/** Without what keeps a subquery of EXISTS from becoming a join, too. */
const isPlain = (select: SelectStmt): boolean =>
  (select.op ?? "SETOP_NONE") === "SETOP_NONE" &&
  !select.valuesLists &&
  !select.groupClause &&
  !select.havingClause &&
  !select.limitOffset &&
  !select.lockingClause &&
  !select.withClause &&
  !contains(select.targetList, isAggregate);

class Analysis {
  private readonly strict = new Equalities();
  /** Every equality, in all directions: to tell a table that follows another from one that nothing limits. */
  private readonly loose = new Equalities();
  private readonly tables: { table: string; column: string; arm: number }[] = [];
  /** The arm of a set operation that is being read: each may be of other workspaces. */
  private arm = 0;
  private armCount = 0;
  private readonly sets: Unpinned[] = [];
  private readonly counts = new Map<string, number>();
  private columnCount = 0;

  constructor(
    private readonly schema: Schema,
    statement: Node,
  ) {
    walk(statement, (kind, value) => {
      if (kind !== "RangeVar") return undefined;
      const name = (value as { relname?: string }).relname ?? "";
      this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
      return undefined;
    });
    this.statement(statement, undefined);
  }

  unpinned(): Unpinned[] {
    const [isStrict, isLoose] = [this.strict.settle(), this.loose.settle()];
    const open = this.tables.filter(({ column }) => !isStrict(column));
    const limited = open.map(
      ({ table, column }): Unpinned => ({ table, by: isLoose(column) ? "another" : "nothing" }),
    );
    return [...limited, ...this.sets];
  }

  /** Tables that are not joined by their workspaces to the first one beside them. */
  unjoined(): string[] {
    const first = new Map<number, string>();
    return this.tables.flatMap(({ table, column, arm }) => {
      const other = first.get(arm);
      if (other === undefined) first.set(arm, column);
      return other === undefined || this.loose.areEqual(column, other) ? [] : [table];
    });
  }

  private column(name: string): string {
    this.columnCount += 1;
    return `${this.columnCount} ${name}`;
  }

  private scopeBelow(above: Scope | undefined, level: object = {}): Scope {
    return { ranges: [], ctes: new Map(), above, level };
  }

  /** @returns what it returns */
  private statement(node: Node, above: Scope | undefined): Output[] {
    if ("SelectStmt" in node) return this.select(node.SelectStmt, above);
    if ("InsertStmt" in node) {
      const { relation, cols, selectStmt, onConflictClause, returningClause, withClause } = node.InsertStmt;
      const scope = this.scopeBelow(above);
      this.withs(withClause?.ctes, withClause?.recursive, scope);
      const source = selectStmt && "SelectStmt" in selectStmt ? selectStmt.SelectStmt : undefined;
      const outputs = source ? this.select(source, scope) : [];
      const range = this.table(relation?.relname ?? "", relation?.alias?.aliasname, scope, "inserted");
      const names = cols
        ? cols.map((one) => ("ResTarget" in one ? (one.ResTarget.name ?? "") : ""))
        : (range.outputs ?? []).map(({ name }) => name);
      this.insertedInto(relation?.relname ?? "", range, names, source, outputs, scope);
      scope.ranges.push({ ...range, alias: "excluded" });
      this.conditions(onConflictClause?.whereClause, scope, undefined);
      this.changes(relation?.relname, onConflictClause?.targetList, scope);
      return this.targets(returningClause?.exprs, scope);
    }
    if ("UpdateStmt" in node || "DeleteStmt" in node) {
      const statement = "UpdateStmt" in node ? node.UpdateStmt : node.DeleteStmt;
      const more = "UpdateStmt" in node ? node.UpdateStmt.fromClause : node.DeleteStmt.usingClause;
      const scope = this.scopeBelow(above);
      this.withs(statement.withClause?.ctes, statement.withClause?.recursive, scope);
      this.table(statement.relation?.relname ?? "", statement.relation?.alias?.aliasname, scope);
      this.from(more, scope, undefined);
      this.conditions(statement.whereClause, scope, undefined);
      if ("UpdateStmt" in node) this.changes(statement.relation?.relname, node.UpdateStmt.targetList, scope);
      return this.targets(statement.returningClause?.exprs, scope);
    }
    if ("DeclareCursorStmt" in node && node.DeclareCursorStmt.query)
      return this.statement(node.DeclareCursorStmt.query, above);
    return [];
  }

  private changes(table: string | undefined, list: Node[] | undefined, scope: Scope): void {
    this.expressions(list, scope);
    const own = this.schema.get(table ?? "")?.workspace;
    const isSet = list?.some((one) => "ResTarget" in one && one.ResTarget.name === own);
    if (own !== undefined && isSet) this.sets.push({ table: table ?? "", by: "set" });
  }

  private insertedInto(
    table: string,
    range: Range,
    names: string[],
    source: SelectStmt | undefined,
    outputs: Output[],
    scope: Scope,
  ): void {
    const own = this.schema.get(table)?.workspace;
    const column = range.outputs?.find(({ name }) => name === own)?.term;
    if (own === undefined || typeof column !== "object") return;
    const at = names.indexOf(own);
    const rows = source?.valuesLists;
    const terms = rows
      ? rows.map((row) => ("List" in row ? this.term(row.List.items?.[at], scope) : undefined))
      : [outputs[at]?.term];
    // A row goes to the server of its own workspace.
    const [term] = terms;
    if (terms.every((one) => one === "given" || one === "many")) this.pin(column.column);
    else if (typeof term === "object") {
      this.strict.lead(term.column, column.column, true);
      this.loose.unite(term.column, column.column);
    }
  }

  private pin(column: string): void {
    this.strict.pin(column);
    this.loose.pin(column);
  }

  private withs(ctes: Node[] | undefined, isRecursive: boolean | undefined, scope: Scope): void {
    for (const one of ctes ?? []) {
      if (!("CommonTableExpr" in one)) continue;
      const { ctename = "", ctequery, ctematerialized, aliascolnames } = one.CommonTableExpr;
      if (!ctequery) continue;
      const named = (outputs: Output[]) => renamed(outputs, aliascolnames);
      const isInlined =
        !isRecursive &&
        ctematerialized !== "CTEMaterializeAlways" &&
        "SelectStmt" in ctequery &&
        !ctequery.SelectStmt.lockingClause &&
        (ctematerialized === "CTEMaterializeNever" || this.counts.get(ctename) === 1);
      if (isInlined) {
        const outside = { ...scope, ctes: new Map(scope.ctes), ranges: [] };
        scope.ctes.set(ctename, () => named(this.subquery(ctequery, outside, undefined, undefined)));
        continue;
      }
      if (isRecursive && "SelectStmt" in ctequery) {
        // Its own rows, in its second arm.
        const first = ctequery.SelectStmt.larg ?? ctequery.SelectStmt;
        const names = aliascolnames?.map(nameOf) ?? targetNames(first);
        const own = names.map((name) => ({ name, term: { column: this.column(name), level: {} } }));
        scope.ctes.set(ctename, () => own);
        this.tie(own, named(this.statement(ctequery, scope)));
        continue;
      }
      const outputs = named(this.statement(ctequery, scope));
      const own = outputs.map(({ name }) => ({ name, term: { column: this.column(name), level: {} } }));
      this.tie(own, outputs);
      scope.ctes.set(ctename, () => own);
    }
  }

  /** Rows of a CTE are its query's, but Citus does not follow that. */
  private tie(own: { term: { column: string } }[], outputs: Output[]): void {
    for (const [index, { term }] of own.entries()) {
      const source = outputs[index]?.term;
      if (typeof source === "object") this.loose.unite(term.column, source.column);
      if (source === "given") this.loose.pin(term.column);
    }
  }

  private inArm(select: SelectStmt, scope: Scope): Output[] {
    const before = this.arm;
    this.armCount += 1;
    this.arm = this.armCount;
    const outputs = this.select(select, scope);
    this.arm = before;
    return outputs;
  }

  private select(select: SelectStmt, above: Scope | undefined, merged?: Merged): Output[] {
    const { outer, isNegated = false } = merged ?? {};
    const scope: Scope = { ...this.scopeBelow(above, merged?.level), isNegated };
    this.withs(select.withClause?.ctes, select.withClause?.recursive, scope);
    if (select.larg && select.rarg) {
      const arms = [this.inArm(select.larg, scope), this.inArm(select.rarg, scope)];
      return (arms[0] ?? []).map(({ name }, index) => {
        const column = this.column(name);
        for (const arm of arms) {
          const term = arm[index]?.term;
          if (typeof term !== "object") continue;
          this.strict.lead(column, term.column, true);
          this.loose.unite(column, term.column);
        }
        return { name, term: { column, level: scope.level } };
      });
    }
    if (select.valuesLists) {
      this.expressions(select.valuesLists, scope);
      const [row] = select.valuesLists;
      const width = row && "List" in row ? (row.List.items?.length ?? 0) : 0;
      return Array.from({ length: width }, (_, index) => ({
        name: `column${index + 1}`,
        term: "many" as const,
      }));
    }
    const ranges = this.from(select.fromClause, scope, outer);
    this.conditions(select.whereClause, scope, outer && new Set([...outer, ...ranges]));
    const outputs = this.targets(select.targetList, scope);
    this.expressions(
      [select.groupClause, select.havingClause, select.sortClause, select.windowClause],
      scope,
    );
    return outputs;
  }

  /** A table of the schema, a CTE, or something that belongs to no workspace. */
  private table(
    name: string,
    alias: string | undefined,
    scope: Scope,
    as: "read" | "inserted" = "read",
  ): Range {
    const cte = as === "read" ? findCte(name, scope) : undefined;
    const known = this.schema.get(name);
    const outputs: Output[] | null = cte
      ? cte()
      : (known?.columns.map((column) => ({
          name: column,
          term: { column: this.column(`${alias ?? name}.${column}`), level: scope.level },
        })) ?? null);
    const range = { alias: alias ?? name, outputs, level: scope.level };
    scope.ranges.push(range);
    const own = !cte && known && outputs?.find((one) => one.name === known.workspace)?.term;
    if (typeof own === "object") this.tables.push({ table: name, column: own.column, arm: this.arm });
    return range;
  }

  /** @returns the aliases of what was added, of merged subqueries' tables, too */
  private from(items: Node[] | undefined, scope: Scope, outer: Outer): string[] {
    const deferred: (() => void)[] = [];
    const added = (items ?? []).flatMap((item) => this.fromItem(item, scope, outer, deferred));
    for (const condition of deferred) condition();
    return added;
  }

  private fromItem(item: Node, scope: Scope, outer: Outer, deferred: (() => void)[]): string[] {
    const columnsSince = (before: number) =>
      Array.from({ length: this.columnCount - before }, (_, index) => `${before + index + 1}`);
    const before = this.columnCount;
    if ("RangeVar" in item) this.table(item.RangeVar.relname ?? "", item.RangeVar.alias?.aliasname, scope);
    else if ("RangeSubselect" in item && item.RangeSubselect.subquery) {
      const { subquery, alias } = item.RangeSubselect;
      const outputs = renamed(this.subquery(subquery, scope, scope.level, outer), alias?.colnames);
      scope.ranges.push({ alias: alias?.aliasname ?? "", outputs, level: scope.level });
    } else if ("RangeFunction" in item) {
      const { alias, functions, coldeflist } = item.RangeFunction;
      this.expressions(functions, scope);
      const names = alias?.colnames?.map(nameOf) ?? coldeflist?.map(columnNameOf) ?? [alias?.aliasname ?? ""];
      const outputs = names.map((name) => ({ name, term: "many" as const }));
      scope.ranges.push({ alias: alias?.aliasname ?? "", outputs, level: scope.level });
    } else if ("JoinExpr" in item) {
      const { larg, rarg, jointype, quals, usingClause } = item.JoinExpr;
      const isLeft = jointype === "JOIN_LEFT" || jointype === "JOIN_FULL";
      const isRight = jointype === "JOIN_RIGHT" || jointype === "JOIN_FULL";
      const rangesBefore = scope.ranges.length;
      const left = larg ? this.fromItem(larg, scope, isRight ? (outer ?? new Set()) : outer, deferred) : [];
      const rangesBetween = scope.ranges.length;
      const right = rarg ? this.fromItem(rarg, scope, isLeft ? (outer ?? new Set()) : outer, deferred) : [];
      const inner =
        jointype === "JOIN_FULL" ? [...left, ...right] : isLeft ? right : isRight ? left : undefined;
      const mode =
        outer || inner ? new Set([...(outer ?? []), ...(inner ?? [...left, ...right])]) : undefined;
      const [lefts, rights] = [
        scope.ranges.slice(rangesBefore, rangesBetween),
        scope.ranges.slice(rangesBetween),
      ];
      for (const name of usingClause?.map(nameOf) ?? [])
        this.equal(lookUpIn(lefts, name), lookUpIn(rights, name), scope, mode);
      deferred.push(() => this.conditions(quals, scope, mode));
      return [...left, ...right];
    }
    return columnsSince(before);
  }

  /** A subquery in FROM, or an inlined CTE. */
  private subquery(node: Node, scope: Scope, level: object | undefined, outer: Outer): Output[] {
    if (!("SelectStmt" in node)) return this.statement(node, scope);
    const select = node.SelectStmt;
    if (isMerged(select)) return this.select(select, scope, { level: level ?? scope.level, outer });
    const outputs = this.statement(node, scope);
    return outputs.map((output) => this.handedDown(output, select, level ?? scope.level));
  }

  /** A column of a subquery that is not merged: conditions on it are pushed into it, where that changes no result. */
  private handedDown({ name, term }: Output, select: SelectStmt, level: object): Output {
    if (typeof term !== "object") return { name, term: term === "given" ? "many" : term };
    const column = this.column(name);
    this.loose.unite(column, term.column);
    if (isPushedInto(select, name)) this.strict.lead(column, term.column, true);
    return { name, term: { column, level } };
  }

  private targets(list: Node[] | undefined, scope: Scope): Output[] {
    this.expressions(list, scope);
    return (list ?? []).flatMap((one): Output[] => {
      if (!("ResTarget" in one)) return [];
      const { name, val } = one.ResTarget;
      const star = val && "ColumnRef" in val ? val.ColumnRef.fields : undefined;
      const last = star?.at(-1);
      if (star && last && "A_Star" in last) {
        const of = star.length > 1 ? nameOf(star.at(-2)) : undefined;
        const ranges = scope.ranges.filter(({ alias }) => of === undefined || alias === of);
        return ranges.flatMap(({ outputs }) => outputs ?? []);
      }
      return [{ name: name ?? outputName(val), term: this.term(val, scope) }];
    });
  }

  private term(node: Node | undefined, scope: Scope): Term {
    if (!node) return undefined;
    if ("TypeCast" in node) return this.term(node.TypeCast.arg, scope);
    if ("ParamRef" in node || "A_Const" in node) return "given";
    if ("FuncCall" in node && calls(SETS)("FuncCall", node.FuncCall)) return "many";
    if ("SubLink" in node && node.SubLink.subLinkType === "EXPR_SUBLINK" && node.SubLink.subselect) {
      // Its tables are found by `expressions`.
      return undefined;
    }
    if (!("ColumnRef" in node)) return undefined;
    const names = (node.ColumnRef.fields ?? []).map(nameOf);
    return lookUp(names.at(-1) ?? "", names.length > 1 ? names.at(-2) : undefined, scope);
  }

  /** Applies the conditions that hold for every row, and looks into all other expressions. */
  private conditions(node: Node | undefined, scope: Scope, outer: Outer): void {
    if (!node) return;
    if ("BoolExpr" in node) {
      const { boolop, args = [] } = node.BoolExpr;
      if (boolop === "AND_EXPR") for (const one of args) this.conditions(one, scope, outer);
      else if (boolop === "NOT_EXPR" && args[0] && "SubLink" in args[0] && isExists(args[0].SubLink))
        this.exists(args[0].SubLink, scope, new Set(outer ?? []), true);
      else {
        if (boolop === "OR_EXPR") this.inEachArm(args, scope);
        this.expressions(args, scope);
      }
      return;
    }
    if ("SubLink" in node && isExists(node.SubLink)) this.exists(node.SubLink, scope, outer);
    else if ("SubLink" in node && isAny(node.SubLink)) this.isIn(node.SubLink, scope, outer);
    else {
      this.expressions(node, scope);
      if ("A_Expr" in node && nameOf(node.A_Expr.name?.[0]) === "=") this.equation(node.A_Expr, scope, outer);
    }
  }

  private equation({ kind, lexpr, rexpr }: A_Expr, scope: Scope, outer: Outer): void {
    if (kind === "AEXPR_OP") {
      const [lefts, rights] = [itemsOf(lexpr), itemsOf(rexpr)];
      for (const [index, one] of lefts.entries())
        this.equal(this.term(one, scope), this.term(rights[index], scope), scope, outer);
    }
    const column = this.term(lexpr, scope);
    if ((kind === "AEXPR_OP_ANY" || kind === "AEXPR_IN") && typeof column === "object") {
      const isGiven =
        kind === "AEXPR_IN"
          ? rexpr && "List" in rexpr && rexpr.List.items?.every((one) => this.term(one, scope) === "given")
          : this.term(rexpr, scope) === "given";
      if (!isGiven) return;
      this.loose.pin(column.column);
      const isOne = kind === "AEXPR_OP_ANY" || (rexpr && "List" in rexpr && rexpr.List.items?.length === 1);
      if (isOne && column.level === scope.level) this.strict.pinAlone(column.column);
    }
  }

  /** A column that each arm of an OR limits by the same parameter. */
  private inEachArm(arms: Node[], scope: Scope): void {
    const limits = arms.map((arm) => {
      const parts =
        "BoolExpr" in arm && arm.BoolExpr.boolop === "AND_EXPR" ? (arm.BoolExpr.args ?? []) : [arm];
      return parts.flatMap((part) => {
        if (!("A_Expr" in part) || part.A_Expr.kind !== "AEXPR_OP" || nameOf(part.A_Expr.name?.[0]) !== "=")
          return [];
        const sides = [part.A_Expr.lexpr, part.A_Expr.rexpr].map((side) => this.term(side, scope));
        const column = sides.find((side) => typeof side === "object");
        if (typeof column !== "object" || !sides.includes("given")) return [];
        const given = JSON.stringify(part.A_Expr, (key, value) => (key === "location" ? undefined : value));
        return [{ column, given }];
      });
    });
    for (const { column, given } of limits[0] ?? [])
      if (limits.every((arm) => arm.some((one) => one.given === given)))
        this.equal(column, "given", scope, undefined);
  }

  private equal(one: Term, other: Term, scope: Scope, outer: Outer): void {
    if (typeof other !== "object") [one, other] = [other, one];
    if (typeof other !== "object") return;
    const isHere = other.level === scope.level;
    if (one === "given") {
      this.loose.pin(other.column);
      if (isHere && (!outer || isIn(outer, other.column))) this.strict.pin(other.column);
    }
    if (typeof one !== "object") return;
    this.loose.unite(one.column, other.column);
    if (!isHere || one.level !== scope.level) return;
    if (!outer) this.strict.unite(one.column, other.column);
    if (outer && isIn(outer, other.column)) this.strict.lead(one.column, other.column, false);
    if (outer && isIn(outer, one.column)) this.strict.lead(other.column, one.column, false);
  }

  private exists({ subselect }: SubLink, scope: Scope, outer: Outer, isNegated = false): void {
    if (!subselect || !("SelectStmt" in subselect)) return;
    // What it selects does not matter.
    const {
      targetList: _,
      sortClause: __,
      distinctClause: ___,
      limitCount,
      ...select
    } = subselect.SelectStmt;
    const isJoined =
      isPlain(subselect.SelectStmt) &&
      (!limitCount || "A_Const" in limitCount) &&
      !(scope.isNegated && refersBeyond(subselect, scope));
    this.select(select, scope, isJoined ? { level: scope.level, outer, isNegated } : undefined);
  }

  private isIn({ subselect, testexpr }: SubLink, scope: Scope, outer: Outer): void {
    if (!subselect || !("SelectStmt" in subselect)) return;
    this.expressions(testexpr, scope);
    const select = subselect.SelectStmt;
    const { outputs, isCorrelated } = this.inner(select, scope);
    for (const [index, side] of itemsOf(testexpr).entries()) {
      const [left, right] = [this.term(side, scope), outputs[index]];
      if (!right) continue;
      if (typeof left === "object" && typeof right.term === "object")
        this.loose.unite(left.column, right.term.column);
      if (isCorrelated) continue;
      const term = isMerged(select) ? right.term : this.handedDown(right, select, scope.level).term;
      this.equal(
        left,
        typeof term === "object" ? { ...term, level: scope.level } : term === "given" ? term : undefined,
        scope,
        outer,
      );
    }
  }

  /** A subquery of IN becomes a join unless it refers to what is around it. */
  private inner(select: SelectStmt, scope: Scope): { outputs: Output[]; isCorrelated: boolean } {
    let isCorrelated = false;
    const onRead = () => {
      isCorrelated = true;
    };
    const outputs = this.select(select, { ...scope, level: {}, onRead });
    return { outputs, isCorrelated };
  }

  /** Subqueries in an expression: each is a level of its own. */
  private expressions(tree: unknown, scope: Scope): void {
    walk(tree, (kind, value) => {
      if (kind !== "SubLink") return undefined;
      const { subselect, testexpr } = value as SubLink;
      this.expressions(testexpr, scope);
      if (subselect) this.statement(subselect, scope);
      return true;
    });
  }
}

const isExists = ({ subLinkType, subselect }: SubLink) =>
  subLinkType === "EXISTS_SUBLINK" && Boolean(subselect);

const isAny = ({ subLinkType, operName }: SubLink) => subLinkType === "ANY_SUBLINK" && !operName;

const isIn = (outer: ReadonlySet<string>, column: string) => outer.has(column.split(" ")[0] ?? "");

/** Whether a subquery names a table that is neither its own nor of the scope. */
function refersBeyond(subselect: Node, { ranges }: Scope): boolean {
  const known = new Set(ranges.map(({ alias }) => alias));
  walk(subselect, (kind, value) => {
    const { relname, alias, aliasname } = value as { relname?: string; alias?: object; aliasname?: string };
    if (kind === "RangeVar" && relname && !alias) known.add(relname);
    if (kind === "alias" && aliasname) known.add(aliasname);
    return undefined;
  });
  return contains(subselect, (kind, value) => {
    const { fields = [] } = value as { fields?: Node[] };
    return kind === "ColumnRef" && fields.length > 1 && !known.has(nameOf(fields.at(-2)));
  });
}

/** Whether a condition on the column is pushed into the subquery that is not merged. */
function isPushedInto(select: SelectStmt, name: string): boolean {
  if (select.limitCount || select.limitOffset || select.lockingClause) return false;
  if (select.op && select.op !== "SETOP_NONE") return select.op !== "SETOP_EXCEPT";
  const target = select.targetList?.find(
    (one) => "ResTarget" in one && (one.ResTarget.name ?? outputName(one.ResTarget.val)) === name,
  );
  const value = target && "ResTarget" in target ? target.ResTarget.val : undefined;
  const has = (list: Node[] | undefined) =>
    list?.some((one) => {
      const expression = "SortBy" in one ? one.SortBy.node : one;
      if (expression && "A_Const" in expression && target)
        return select.targetList?.indexOf(target) === (expression.A_Const.ival?.ival ?? 0) - 1;
      return outputName(expression) === (value ? outputName(value) : name);
    }) ?? false;
  if (contains(select.targetList, isAggregate) && !select.groupClause) return false;
  if (select.groupClause && !has(select.groupClause)) return false;
  const distinct = select.distinctClause?.filter((one) => Object.keys(one).length > 0) ?? [];
  if (distinct.length > 0 && !has(distinct)) return false;
  let isPushed = true;
  walk(select.targetList, (kind, one) => {
    if (!isWindow(kind, one)) return undefined;
    const { over } = one as { over?: { partitionClause?: Node[] } };
    isPushed &&= has(over?.partitionClause);
    return undefined;
  });
  return isPushed;
}

const itemsOf = (node: Node | undefined): Node[] =>
  !node ? [] : "RowExpr" in node ? (node.RowExpr.args ?? []) : [node];

/** The name that PostgreSQL gives an output without one. */
function outputName(node: Node | undefined): string {
  if (!node) return "";
  if ("ColumnRef" in node) return nameOf(node.ColumnRef.fields?.at(-1));
  if ("TypeCast" in node) return outputName(node.TypeCast.arg);
  if ("FuncCall" in node) return nameOf(node.FuncCall.funcname?.at(-1));
  return "";
}

const columnNameOf = (node: Node): string => ("ColumnDef" in node ? (node.ColumnDef.colname ?? "") : "");

const targetNames = ({ targetList }: SelectStmt): string[] =>
  (targetList ?? []).map((one) =>
    "ResTarget" in one ? (one.ResTarget.name ?? outputName(one.ResTarget.val)) : "",
  );

const renamed = (outputs: Output[], names: Node[] | undefined): Output[] =>
  outputs.map((output, index) => (names?.[index] ? { ...output, name: nameOf(names[index]) } : output));

const lookUpIn = (ranges: Range[], name: string): Term =>
  ranges.flatMap(({ outputs }) => outputs ?? []).find((output) => output.name === name)?.term;

function lookUp(name: string, of: string | undefined, scope: Scope): Term {
  const passed: Scope[] = [];
  for (let at: Scope | undefined = scope; at; at = at.above) {
    passed.push(at);
    const ranges = at.ranges.filter(({ alias }) => of === undefined || alias === of);
    const output = ranges.flatMap(({ outputs }) => outputs ?? []).find((one) => one.name === name);
    if (output) {
      for (const { onRead } of passed) onRead?.();
      return output.term;
    }
    if (of !== undefined && ranges.length > 0) return undefined;
  }
  return undefined;
}

function findCte(name: string, scope: Scope): (() => Output[]) | undefined {
  for (let at: Scope | undefined = scope; at; at = at.above) {
    const found = at.ctes.get(name);
    if (found) return found;
  }
  return undefined;
}

/**
 * The tables of a statement that it does not limit to one workspace. The parser must be loaded (`loadModule` of libpg-query).
 * @throws a syntax error
 */
export function unpinnedIn(text: string, schema: Schema): Unpinned[] {
  return (parseSync(text).stmts ?? []).flatMap(({ stmt }) =>
    stmt ? new Analysis(schema, stmt).unpinned() : [],
  );
}

const lockingOrWriting: Record<string, string> = {
  LockingClause: "locks",
  InsertStmt: "inserts",
  UpdateStmt: "updates",
  DeleteStmt: "deletes",
};

/**
 * Why a statement may not be of all workspaces; empty for a plain read, which Citus asks of every server: no locks, no writes, no
 * recursion, and its tables joined by their workspaces. The parser must be loaded.
 * @throws a syntax error
 */
export function whyNoPlainRead(text: string, schema: Schema): string[] {
  return (parseSync(text).stmts ?? []).flatMap(({ stmt }) => {
    if (!stmt) return [];
    const reasons = new Set("SelectStmt" in stmt ? [] : ["is no SELECT"]);
    walk(stmt, (kind, value) => {
      const reason = lockingOrWriting[kind];
      if (reason) reasons.add(reason);
      // A statement within another has no name of its kind above it.
      if ((value as { recursive?: boolean }).recursive) reasons.add("is recursive");
      return undefined;
    });
    for (const table of new Analysis(schema, stmt).unjoined()) reasons.add(`joins ${table} not by workspace`);
    return [...reasons];
  });
}
