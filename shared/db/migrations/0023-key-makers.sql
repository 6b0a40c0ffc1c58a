-- Who made a key in the console: it ends with their membership unless an owner keeps it. Null for what operators made.
alter table api_keys add column made_by text;
