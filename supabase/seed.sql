-- Nothing has to be in the database for the app to work: the store's three bottles are part of the app, and
-- the two demo profiles of the playlist are seeded in the browser when the playlist is empty.
select 1;
