import { deps, env } from '../_shared/hostedDeps.ts';
import { createSharePage } from './handler.ts';

/** Address of the built app. */
const appUrl = (env('ACCORD_APP_URL') ?? '').replace(/\/+$/, '');
if (appUrl === '') throw new Error('ACCORD_APP_URL must be set to the address of the app.');

/** The app's page, fetched again after five minutes, so that a new build is picked up. */
let cachedPage: { html: string; at: number } | null = null;
async function page(): Promise<string> {
  if (cachedPage && Date.now() - cachedPage.at < 300_000) return cachedPage.html;
  const response = await fetch(`${appUrl}/`);
  if (!response.ok) throw new Error(`${appUrl}/ answers ${response.status}.`);
  cachedPage = { html: await response.text(), at: Date.now() };
  return cachedPage.html;
}

Deno.serve(createSharePage({ ...deps, page, appUrl: () => appUrl }));
