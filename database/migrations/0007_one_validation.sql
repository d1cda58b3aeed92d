-- One full validation at a time, whichever process runs it. Those that seem to run now are of servers that were stopped for this
-- migration, or find out at their next report.
update ledger_validations set state = 'failed', finished_at = clock_timestamp() where state = 'running';

create unique index ledger_validations_running on ledger_validations ((true)) where state = 'running';
