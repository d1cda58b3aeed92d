-- Answers "what does a participant hold?" from a list of millions.
create index asset_list_custodian on asset_list (custodian, updated_at, asset_id) where custodian is not null;
