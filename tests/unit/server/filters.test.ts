import { describe, expect, it } from 'vitest';
import { unknownQuestion } from '#local/http/filters.ts';

/** The API's refusal of a request; `method` matters where a function is called by its address. */
const ask = (path: string, method = 'GET') => unknownQuestion(new URL(`http://localhost/rest/v1/${path}`), method);

/** What the app itself asks. */
const ASKED = [
  'profiles?select=*&id=eq.1',
  'fragrance_profiles?select=id,name,is_public&user_id=eq.x&order=created_at.desc,id.desc&offset=0&limit=100',
  'fragrance_profiles?on_conflict=user_id,name&select=id',
  'fragrance_profiles?columns=%22name%22,%22top_notes%22',
  'fragrance_profiles?name=eq.' + encodeURIComponent('like.*(a|b)+ ,"or"='),
  'fragrance_profiles?name=not.eq.One',
  'recordings?share_id=not.is.null',
  'fragrance_shares?base_notes=is.null',
  'rpc/get_share?share_id=Abcdefgh',
  'rpc/public_fragrances',
];

const VALUES = [
  'match.^(a*)(a*)b\\1\\2$',
  'imatch.a',
  'MATCH.a',
  ' match.a',
  'not.match.a',
  'not.not.match.a',
  'not.imatch.a',
  'match(any).{a,b}',
  'like(all).{a%,b%}',
  'like.*a*',
  'ilike.*a*',
  'fts.a',
  'fts(english).a',
  'plfts.a',
  'phfts.a',
  'wfts(simple).a',
  'in.(a,b)',
  'cs.{a}',
  'cd.{a}',
  'ov.{a}',
  'sl.(1,2)',
  'adj.(1,2)',
  'gt.1',
  'isdistinct.a',
  'is.true',
  'is.null.match.a',
  'eq(any).{a}',
  'not.is.null)',
];

const QUERIES = [
  'or=(name.match.a,name.eq.b)',
  'and=(name.match.a)',
  'not.or=(name.match.a)',
  'not.and=(name.match.a)',
  'or=name.match.a',
  'a.or=(b.match.c)',
  'recordings.name=eq.a',
  'accents->>a=match.b',
  'accents->a=eq.b',
  '%22name%22=eq.a',
  'name::text=eq.a',
  'name=eq.a&name=match.b',
  'n%61me=m%61tch.b',
  '=match.a',
  'select=name::text',
  'select=a:name',
  'select=recordings(*)',
  'select=recordings!inner(*)',
  'select=...recordings(*)',
  'select=accents->a',
  'select=count()',
  'select=name.count()',
  'select=*&select=recordings(*)',
  'select=',
  'order=accents->a',
  'order=name.sideways',
  'order=recordings(name)',
  'recordings.order=name',
  'order=name&order=id',
  'limit=-1',
  'limit=1e9',
  'offset=x',
  'on_conflict=a(b)',
  'columns=a->b',
  '__proto__=match.a',
];

describe('the API', () => {
  it.each(ASKED)('takes %s', (path) => expect(ask(path)).toBeNull());

  it.each(VALUES)('does not take the value %s, of a table or of what a function returns', (value) => {
    const query = `name=${encodeURIComponent(value)}`;
    for (const path of [`fragrance_profiles?${query}`, `users?${query}`, `rpc/get_share?share_id=x&${query}`])
      expect(ask(path)).toContain('failed to parse filter');
    for (const path of [`rpc/get_share?${query}`, `%72pc/get_share?${query}`, `/rpc/get_share?${query}`])
      expect(ask(path, 'POST')).toContain('failed to parse filter');
    expect(ask(`fragrance_profiles?${query}`, 'PATCH')).toContain('failed to parse filter');
  });

  it.each(QUERIES)('does not take %s', (query) => {
    for (const path of ['fragrance_profiles', 'users', 'rpc/get_share', 'rpc/public_fragrances'])
      for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])
        expect(ask(`${path}?${query}`, method)).toContain('failed to parse');
  });
});
