-- What people have by their groups at the provider of single sign-on: it goes when the group does. What they were given
-- here by hand stays.

alter table users add column is_operator_by_groups boolean not null default false;
alter table memberships add column by_groups boolean not null default false;
