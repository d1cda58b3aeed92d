-- Scheme and host of a web address are the same in any case (RFC 3986 section 6.2.2.1), so the one spelling has them in lower case.
drop index assets_one_spelling;
alter function trace_one_spelling(text) rename to trace_normal_encoding;

-- Returns the one spelling of a web address or URN, as inOneSpelling in src/domains/participants/contract/identifiers/uri-spelling.ts.
create function trace_one_spelling(identifier text) returns text language plpgsql immutable parallel safe as $$
declare
  spelled constant text := trace_normal_encoding(identifier);
  part text[];
begin
  part := regexp_match(spelled, '^([hH][tT][tT][pP][sS]?://)((?:[^/?#]*@)?)([^/?#]*)(.*)$');
  if part is null then return spelled; end if;
  return lower(part[1]) || part[2]
    || translate(part[3], 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz') || part[4];
end
$$;

create index assets_one_spelling on assets (trace_one_spelling(asset_id))
  where (strpos(asset_id, '%') > 0 or asset_id ~ '^[^/]*[A-Z][^/]*//|^[^/]*//[^/?#]*[A-Z]')
    and trace_one_spelling(asset_id) <> asset_id;
