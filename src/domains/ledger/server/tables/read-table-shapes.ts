import type pg from 'pg';
import { LEDGER_FUNCTIONS, LEDGER_TABLES, LEDGER_VIEWS } from './ledger-tables.ts';

/**
 * One fact from the catalog about a relation or function of the ledger, such as
 * `['blocks', 'column', 'index', 'bigint not null']`. Those of the whole database name no relation.
 */
export type ShapeFact = readonly [relation: string, aspect: string, name: string, definition: string];

/**
 * Reads how the ledger's tables, views and functions are defined: everything that affects the result of a query on
 * them. Reads the catalog's own tables by their qualified names, because anyone may create views with these names
 * elsewhere. Takes about 5 ms, and no lock that an append would wait for.
 */
export async function readTableShapes(client: pg.ClientBase): Promise<ShapeFact[]> {
  const { rows } = await client.query<string[]>({
    // Planning would take as long as the query itself.
    name: 'ledger_table_shapes',
    text: CATALOG_QUERY,
    values: [[...LEDGER_TABLES, ...LEDGER_VIEWS], [...LEDGER_FUNCTIONS]],
    rowMode: 'array',
  });
  return rows as unknown as ShapeFact[];
}

/** Objects below this oid come with PostgreSQL (access/transam.h, FirstNormalObjectId). */
const FIRST_NORMAL_OID = 16_384;

// PostgreSQL 18 lists `not null` among the constraints. It is part of the columns here, as in earlier versions.
const CATALOG_QUERY = `
with named as (
  select c.oid, c.relname::text as name from pg_catalog.pg_class c
  where c.relnamespace = 'public'::pg_catalog.regnamespace and c.relname = any($1::text[])
), watched as (
  select oid, name from named
  union
  select c.oid, case when c.relnamespace = 'public'::pg_catalog.regnamespace then '' else n.nspname || '.' end || c.relname
  from pg_catalog.pg_inherits i join named on named.oid = i.inhparent
  join pg_catalog.pg_class c on c.oid = i.inhrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
)
select w.name, 'kind', '', case c.relkind when 'r' then 'a table' when 'p' then 'a partitioned table' when 'v' then 'a view'
    when 'm' then 'a materialized view' when 'f' then 'a foreign table' else 'no table' end
  from watched w join pg_catalog.pg_class c using (oid)
union all
select w.name, 'setting', s.name, s.value from watched w join pg_catalog.pg_class c using (oid)
  cross join lateral (values
    ('row security', case when c.relrowsecurity or c.relforcerowsecurity then 'on' else 'off' end),
    ('persistence', c.relpersistence::text),
    ('visibility', case when pg_catalog.pg_table_is_visible(c.oid) then 'visible' else 'hidden by a relation with its name' end),
    ('options', case when c.relkind = 'v' then coalesce(pg_catalog.array_to_string(c.reloptions, ', '), '') else '' end)
  ) as s (name, value)
union all
select w.name, 'column', a.attname, pg_catalog.concat_ws(' ', pg_catalog.format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then 'not null' end, 'default ' || pg_catalog.pg_get_expr(d.adbin, d.adrelid),
    nullif(a.attidentity::text || a.attgenerated::text, ''))
  from watched w join pg_catalog.pg_attribute a on a.attrelid = w.oid and a.attnum > 0 and not a.attisdropped
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
union all
select w.name, 'constraint', k.conname, pg_catalog.pg_get_constraintdef(k.oid)
  from watched w join pg_catalog.pg_constraint k on k.conrelid = w.oid and k.contype <> 'n'
union all
select w.name, 'trigger', t.tgname, t.tgenabled::text || ' ' || pg_catalog.pg_get_triggerdef(t.oid)
  from watched w join pg_catalog.pg_trigger t on t.tgrelid = w.oid and not t.tgisinternal
union all
select w.name, 'policy', p.polname, '' from watched w join pg_catalog.pg_policy p on p.polrelid = w.oid
union all
-- PostgreSQL 16 stopped qualifying the columns of a view of one table.
select w.name, 'rule', r.rulename, r.ev_enabled::text || ' '
    || pg_catalog.regexp_replace(pg_catalog.pg_get_ruledef(r.oid), '\\m(blocks|ledger_head)\\.|\\s+', '', 'g')
  from watched w join pg_catalog.pg_rewrite r on r.ev_class = w.oid
union all
select w.name, 'parent', i.inhparent::pg_catalog.regclass::text, coalesce(pg_catalog.pg_get_expr(c.relpartbound, c.oid), '')
  from watched w join pg_catalog.pg_inherits i on i.inhrelid = w.oid join pg_catalog.pg_class c on c.oid = w.oid
union all
select distinct w.name, 'index on', o.identity, ''
  from watched w join pg_catalog.pg_index x on x.indrelid = w.oid
  join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = x.indexrelid
    and d.refclassid <> 'pg_catalog.pg_class'::pg_catalog.regclass
    and d.refclassid <> 'pg_catalog.pg_constraint'::pg_catalog.regclass and d.refobjid >= ${FIRST_NORMAL_OID}
  cross join lateral pg_catalog.pg_identify_object(d.refclassid, d.refobjid, 0) as o
union all
select f.proname || '(' || pg_catalog.pg_get_function_identity_arguments(f.oid) || ')', 'definition', '', pg_catalog.concat_ws(' ',
    l.lanname, case when f.prosecdef then 'security definer' end, f.provolatile, pg_catalog.array_to_string(f.proconfig, ', '),
    pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(f.prosrc, 'UTF8')), 'hex'))
  from pg_catalog.pg_proc f join pg_catalog.pg_language l on l.oid = f.prolang
  where f.pronamespace = 'public'::pg_catalog.regnamespace and f.proname = any($2::text[])
union all
-- A cast such as text to json changes what a query reads from an intact table.
select '', 'cast', pg_catalog.format_type(k.castsource, null) || ' to ' || pg_catalog.format_type(k.casttarget, null), ''
  from pg_catalog.pg_cast k
  where k.oid >= ${FIRST_NORMAL_OID} and k.castsource < ${FIRST_NORMAL_OID} and k.casttarget < ${FIRST_NORMAL_OID}
union all
-- A trigger at login may set another search path for some connections only.
select '', 'login trigger', e.evtname, '' from pg_catalog.pg_event_trigger e where e.evtevent = 'login'
order by 1, 2, 3, 4`;
