import type { Page } from '@playwright/test';

/** Posts a file as the share sheet does, with a form of the page itself. */
export async function sendFile(
  page: Page,
  name: string,
  type: string,
  bytes: Buffer,
  action = '/share-target',
): Promise<void> {
  await page.evaluate(
    ([name, type, base64, action]) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const files = new DataTransfer();
      if (name !== '') files.items.add(new File([bytes], name, { type }));
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        action,
        enctype: 'multipart/form-data',
      });
      const input = Object.assign(document.createElement('input'), {
        type: 'file',
        name: 'file',
        files: files.files,
      });
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    [name, type, bytes.toString('base64'), action] as const,
  );
}
