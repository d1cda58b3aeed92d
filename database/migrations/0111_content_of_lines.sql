-- Finds a line that another export of the bank has with or without the bank's own reference. Null: lines from before, and lines without
-- any text, which nothing but their identity compares.
alter table bank_lines add column content bytea check (length(content) = 32);
create index bank_lines_content on bank_lines (content) where content is not null;
create index bank_statement_lines_line on bank_statement_lines (line_id);
