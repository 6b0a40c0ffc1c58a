-- When a media node last offered a model: a model is remembered for a while after its last node has gone.
create table model_offers (
  model text primary key,
  offered_at timestamptz(3) not null
);
-- Moods for one output by tier, as exact decimals in text, where a model says so itself.
alter table models add column tier_prices jsonb not null default '{}';
