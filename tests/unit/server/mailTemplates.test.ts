import { describe, expect, it } from 'vitest';
import { MailSettingError, senderOf, smtpOptions } from '#shared/mail/smtp.ts';
import { countWords, greetingFor, buildMail, type ClaimedMail } from '#shared/mail/templates.ts';
import { layOut } from '#shared/mail/layout.ts';

const mail = (kind: string, data: Record<string, unknown>): ClaimedMail => ({
  id: 'id',
  claim: 'claim',
  kind,
  recipient: 'ada@example.com',
  data,
});

describe('a mail', () => {
  it('greets by name, and without one when the name could hold a link', () => {
    for (const name of ['Ada', 'Ada Lovelace', 'Jean-Luc O’Neil', 'J. R. R. Tolkien', 'נועם', 'José María'])
      expect(greetingFor(name)).toBe(`Hello ${name},`);
    for (const name of [
      'www.spam.example',
      'buy at spam.example',
      'http://x',
      'a@b.c',
      '<b>x</b>',
      'Call 555',
      'one two three four five six',
      'x'.repeat(41),
      '',
      7,
      null,
    ])
      expect(greetingFor(name)).toBe('Hello,');
  });

  it('escapes its values in text and in link addresses', () => {
    const { html, text } = layOut('<S> & "s"', '<i>h</i>', [
      '<b>&amp;',
      { link: 'https://x/?a=1&b="><script>', words: '<u>' },
    ]);
    expect(html).not.toMatch(/<(S|i|b|u|script)>/);
    expect(html).toContain('&#38;amp;');
    expect(html).toContain('href="https://x/?a=1&#38;b=&#34;&#62;&#60;script&#62;"');
    expect(text).toContain('<b>&amp;');
  });

  it('has day and fragrance of one order, and the number of several orders', () => {
    const data = { bottle: 'noise-pollution', orders: 1, at: '2026-03-03T10:00:00Z', name: 'Ada' };
    const one = buildMail(mail('order', data), 'https://app.example.com');
    expect(one.text).toContain('An order of NOISE POLLUTION came in under this address on 3 March 2026');
    expect(one.text).toContain('If it was not you, write to us.');
    const more = buildMail(mail('order', { ...data, orders: 3, bottle: 'own' }), 'https://app.example.com');
    expect(more.text).toContain('3 orders of a bottle of your own');
    expect(() => buildMail(mail('nothing', {}), '')).toThrow('no template');
  });

  it('has the counts for the operator, and links the page of a reported fragrance', () => {
    expect(countWords({ order: 3, report: 1, message: 0 })).toBe('3 orders, 1 report');
    const entry = {
      kind: 'report',
      subject: 'fragrance',
      subject_id: 'ID',
      reason: 'other',
      details: '',
      name: 'A/B ö',
    };
    const { text } = buildMail(
      mail('operator', { counts: { report: 2 }, entries: [entry] }),
      'https://app.example.com',
    );
    expect(text).toContain('https://app.example.com/playlist/A%2FB%20%C3%B6?id=ID');
    expect(text).toContain('fragrance_profiles with the id ID');
    expect(text).toContain('And 1 more');
  });
});

describe('the settings of mail', () => {
  it('configure an SMTP server with its user, and send a password over TLS or to this machine alone', () => {
    expect(smtpOptions('smtp://me%40x:p%2Fw@mail.example.com')).toMatchObject({
      host: 'mail.example.com',
      port: 587,
      secure: false,
      requireTLS: true,
      auth: { user: 'me@x', pass: 'p/w' },
    });
    expect(smtpOptions('smtps://a:b@mail.example.com')).toMatchObject({ port: 465, secure: true });
    expect(smtpOptions('smtp://127.0.0.1:2525')).toMatchObject({ port: 2525, ignoreTLS: true });
    for (const wrong of ['mail.example.com', 'http://x', 'smtp://', 'smtp://a:%@x'])
      expect(() => smtpOptions(wrong)).toThrow(MailSettingError);
  });

  it('are refused with the reason if they are invalid', () => {
    expect(() => senderOf(undefined)).toThrow('ACCORD_MAIL_FROM');
    expect(senderOf('"The Shop" <a@b.c>')).toEqual({ name: 'The Shop', address: 'a@b.c' });
    expect(senderOf('a@b.c')).toEqual({ name: 'Accord', address: 'a@b.c' });
  });
});
