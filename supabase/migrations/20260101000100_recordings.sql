-- Recordings. The bucket is public so that an `<audio>` element can play an object by its URL, but it has
-- no policy at all: nobody but the service (the function `upload-audio`) can list, write, replace or
-- delete objects, and the names are unguessable, so whoever has no link hears nothing.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'audio', 'audio', true, 26214400,
  array['audio/webm', 'audio/mp4', 'audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/aac', 'audio/flac']
)
on conflict (id) do update
set public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;
