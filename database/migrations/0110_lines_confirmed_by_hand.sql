-- A line of a statement whose payment was confirmed by hand before: nothing is booked, and the payment has one such line.
alter table bank_lines drop constraint bank_lines_state_check, drop constraint bank_lines_act_check;
alter table bank_lines
  add constraint bank_lines_state_check check (state in (
    'acting', 'settled', 'confirmed', 'credited', 'suspense', 'returned', 'reversed', 'listed', 'foreign'
  )),
  add constraint bank_lines_act_check check (act in ('settle', 'match', 'receive', 'suspend', 'return', 'reverse'));
create unique index bank_lines_confirmed on bank_lines (payment_id) where state = 'confirmed';
