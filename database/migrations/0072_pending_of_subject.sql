-- The limit of pending payments is judged by those of one subject.
create index payments_pending_subject on payments (subject) where state = 'pending';
