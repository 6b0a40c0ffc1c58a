-- What its people call a key, by which they tell it from others. Null for one that nobody has named.
alter table api_keys add column name text;
