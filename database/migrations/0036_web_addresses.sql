-- Returns the one spelling of a web address (RFC 3986 section 6.2.2): percent-encoding in upper case, and none of letters,
-- digits, `-`, `.`, `_` and `~`.
create function trace_web_address(address text) returns text language sql immutable parallel safe as $$
  select string_agg(
    case
      when part ~* '^%(2[de]|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])$'
        then chr(get_byte(decode(substr(part, 2), 'hex'), 0))
      when part ~* '^%[0-9a-f]{2}$' then upper(part)
      else part
    end, '' order by position)
  from regexp_matches(address, '%[0-9a-fA-F]{2}|[^%]+|%', 'g') with ordinality as found (matched, position),
    lateral (select matched[1] as part) as parts
$$;

-- Finds an asset that was recorded under another spelling before every new id got this one.
create index assets_web_address on assets (trace_web_address(asset_id))
  where asset_id ilike 'http%\%%' and trace_web_address(asset_id) <> asset_id;
