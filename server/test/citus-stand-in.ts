import type { Sql } from "postgres";

/**
 * The catalog and the functions of Citus by which tables are distributed, on plain PostgreSQL: they only record it.
 * Real Citus additionally refuses what it cannot do.
 */
export const standInForCitus = (sql: Sql) =>
  sql.unsafe(`
    create schema citus_stand_in;
    create table citus_stand_in.pg_dist_partition
      (logicalrelid regclass primary key, partmethod "char", partkey text, colocationid int, repmodel "char");
    create table citus_stand_in.pg_dist_node (nodename text, nodeport int, groupid int, isactive boolean, shouldhaveshards boolean, noderole text);
    create table citus_stand_in.pg_dist_placement (groupid int);
    insert into citus_stand_in.pg_dist_node values ('one', 5432, 1, true, true, 'primary'), ('other', 5432, 2, true, true, 'primary');
    insert into citus_stand_in.pg_dist_placement values (1), (2);
    create function citus_stand_in.column_to_column_name(regclass, text) returns text language sql as 'select $2';
    create function citus_stand_in.create_reference_table(name text) returns void language sql as $$
      insert into citus_stand_in.pg_dist_partition values (name::regclass, 'n', null, 1, 't') $$;
    create function citus_stand_in.create_distributed_table(name text, key text, shard_count int default 8, colocate_with text default '')
      returns void language sql as $$ insert into citus_stand_in.pg_dist_partition values (name::regclass, 'h', key, 2, 's') $$;
    create function citus_stand_in.create_distributed_function(name text) returns void language sql as 'select name::regprocedure';
    create function citus_stand_in.truncate_local_data_after_distributing_table(text) returns void language sql as '';
    do $$ begin execute format('alter database %I set search_path to public, citus_stand_in', current_database()); end $$;
  `);
