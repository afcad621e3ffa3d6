import { Route } from 'wouter';
import { afterEach, beforeEach, expect, test } from 'vitest';
import Share from '../../../src/features/share/screen/Share.tsx';
import { fakeService, json, noConnection, type FakeService } from '../support/fakeService.ts';
import { allByRole, byRole, mount, press, text } from '../support/mount.tsx';

let service: FakeService;
beforeEach(() => {
  service = fakeService();
});
afterEach(() => service.end());

const show = async (path: string) => {
  history.pushState(null, '', path);
  await mount(<Route path="/share/:shareId" component={Share} />);
};

test('a share that could not be loaded can be asked for again, and one that is not there cannot', async () => {
  service.on(/get_share/, noConnection);
  await show('/share/Ab3dEf7h.');
  await expect.poll(text).toContain('Failed to load fragrance profile');
  // What a chat has put behind the link is gone from the address.
  await expect.poll(() => location.pathname).toBe('/share/Ab3dEf7h');
  service.on(/get_share/, () => json([]));
  await press(byRole('button', 'Try again'));
  await expect.poll(text).toContain('Fragrance profile not found');
  expect(allByRole('button', 'Try again')).toEqual([]);
});
