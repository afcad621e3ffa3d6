import config from './playwright.config.ts';
export default { ...config, retries: 0, reporter: [['line']], webServer: { ...(config.webServer as object), command: 'node --import tsx supabase/local/server.ts --no-build', timeout: 300_000 } };
