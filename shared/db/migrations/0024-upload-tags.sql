-- Which content an upload had when it was found to be there, in storages where the holder of its address could replace it.
alter table uploads add column tag text;
