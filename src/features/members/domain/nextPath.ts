/** The path to open after a login, from `?next=…`: only paths of this site. */
export function nextPath(search: string, fallback = '/'): string {
  const next = new URLSearchParams(search).get('next');
  return next !== null && /^\/(?![/\\])[^\s\\]*$/.test(next) ? next : fallback;
}

/** Adds the same `?next=…` to the path of another account screen. */
export function withNext(path: string, search: string): string {
  const next = nextPath(search, '');
  return next === '' ? path : `${path}?next=${encodeURIComponent(next)}`;
}
