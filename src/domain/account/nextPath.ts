/** Where to go after a login, from `?next=…`: a path of our own, never another site. */
export function nextPath(search: string, fallback = '/'): string {
  const next = new URLSearchParams(search).get('next');
  return next !== null && /^\/(?![/\\])[^\s\\]*$/.test(next) ? next : fallback;
}

/** The same wish, carried on to another page of the account screens. */
export function withNext(path: string, search: string): string {
  const next = nextPath(search, '');
  return next === '' ? path : `${path}?next=${encodeURIComponent(next)}`;
}
