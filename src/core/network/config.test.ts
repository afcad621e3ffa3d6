import { describe, expect, test } from 'vitest';
import { DEFAULT_UPLOAD_ALLOWLIST, mayUpload, parseAllowlist } from './config.ts';

describe('the upload allow-list', () => {
  test('has four addresses by default', () => {
    expect(parseAllowlist(DEFAULT_UPLOAD_ALLOWLIST)).toHaveLength(4);
  });

  test('ignores capitals in e-mails', () => {
    const list = parseAllowlist(' Ada@Example.com; bob@example.com,\n');
    expect(list).toEqual(['ada@example.com', 'bob@example.com']);
    expect(mayUpload('ADA@example.COM', list)).toBe(true);
    expect(mayUpload(' bob@example.com ', list)).toBe(true);
  });

  test('refuses other addresses and missing ones', () => {
    const list = parseAllowlist('ada@example.com');
    expect(mayUpload('eve@example.com', list)).toBe(false);
    expect(mayUpload('', list)).toBe(false);
    expect(mayUpload(null, list)).toBe(false);
    expect(mayUpload(undefined, list)).toBe(false);
  });
});
