/** The tokens of a project: the roles of its keys, and the token of a signed-in member. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Claims {
  role: 'anon' | 'authenticated' | 'service_role';
  sub?: string;
  email?: string;
  /** Unix time, s. */
  exp: number;
  [claim: string]: unknown;
}

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signature = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64url');

/** A signed JSON Web Token (HS256). */
function signClaims(claims: Claims, secret: string): string {
  const text = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart(claims)}`;
  return `${text}.${signature(text, secret)}`;
}

/** The claims of a token; null when it is not ours, or not valid any more. */
export function claimsOf(token: string, secret: string): Claims | null {
  const [head, body, mark] = token.split('.');
  if (!head || !body || !mark) return null;
  const expected = Buffer.from(signature(`${head}.${body}`, secret));
  const given = Buffer.from(mark);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
  return claims.exp * 1000 > Date.now() ? claims : null;
}

/** The token of a key of the project, and of a member for an hour. */
export function tokenOf(claims: Omit<Claims, 'exp'>, secret: string): string {
  return signClaims(
    { exp: Math.floor(Date.now() / 1000) + 3600, iss: 'stand-in', ...claims } as unknown as Claims,
    secret,
  );
}
