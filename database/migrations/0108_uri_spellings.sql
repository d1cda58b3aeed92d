-- Returns the one spelling of a web address (RFC 3986 section 6.2.2) or a URN (RFC 8141 section 3.1): percent-encoding in upper
-- case and, in a web address, none of letters, digits, `-`, `.`, `_` and `~`. Any other text is unchanged.
create function trace_one_spelling(identifier text) returns text language sql immutable parallel safe as $$
  select case when identifier !~* '^(https?://|urn:)' then identifier else (
    select string_agg(
      case
        when identifier ~* '^http' and part ~* '^%(2[de]|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])$'
          then chr(get_byte(decode(substr(part, 2), 'hex'), 0))
        when part ~* '^%[0-9a-f]{2}$' then upper(part)
        else part
      end, '' order by position)
    from regexp_matches(identifier, '%[0-9a-fA-F]{2}|[^%]+|%', 'g') with ordinality as found (matched, position),
      lateral (select matched[1] as part) as parts
  ) end
$$;

-- Finds an asset that was recorded under another spelling before every new id got this one.
drop index assets_web_address;
drop function trace_web_address;
create index assets_one_spelling on assets (trace_one_spelling(asset_id))
  where strpos(asset_id, '%') > 0 and trace_one_spelling(asset_id) <> asset_id;
