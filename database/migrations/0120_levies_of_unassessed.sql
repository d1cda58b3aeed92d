-- Properties that a levy found without an assessment for its year. Earlier jobs counted them as exempt.
alter table levy_jobs add column not_assessed integer not null default 0;
