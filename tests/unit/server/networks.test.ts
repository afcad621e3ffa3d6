import { describe, expect, it } from 'vitest';
import { networkOf, networksOf } from '#shared/caller.ts';

describe('the networks of an address', () => {
  it.each([
    ['203.0.113.9', ['203.0.113.9', '203.0.113.0/24', '203.0.0.0/16']],
    [
      '2001:db8:1234:abcd:1:2:3:4',
      ['2001:db8:1234:abcd::/64', '2001:db8:1234:ab00::/56', '2001:db8:1234:0::/48', '2001:db8:0:0::/32'],
    ],
    ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0:0::/48', '0:0:0:0::/32']],
    ['unknown', ['unknown']],
    ['', ['']],
    ['x', ['x']],
  ])('of "%s"', (address, networks) => {
    expect(networksOf(networkOf(address)).map(({ network }) => network)).toEqual(networks);
  });
});
