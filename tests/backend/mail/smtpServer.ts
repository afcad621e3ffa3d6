/** A real SMTP server for tests, which keeps the mails it takes and can be away. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { withTimeout } from '#tests/withTimeout.ts';

interface ReceivedMail {
  /** Recipients of the envelope. */
  to: string[];
  headers: string;
  subject: string;
  text: string;
  html: string;
}

export interface Post {
  /** `smtp://user:password@127.0.0.1:port` */
  url: string;
  mails: ReceivedMail[];
  /** Mails to an address in upper or lower case, oldest first. */
  to(address: string): ReceivedMail[];
  /** Takes no connections until `open`. */
  shut(): Promise<void>;
  open(): Promise<void>;
  /** Refuses each recipient with this answer; null accepts them. */
  refuse(answer: { code: number; words: string } | null): void;
}

const SMTP_USER = 'accord';
const SMTP_PASSWORD = 'p@ss/wörd';

const decodedWords = (header: string) =>
  header.replace(/=\?utf-8\?q\?(.*?)\?=\s*/gi, (_, text: string) => decodeWords(text.replaceAll('_', ' ')));

/** Quoted-printable to text. */
function decodeWords(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function parseMail(to: string[], raw: string): ReceivedMail {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const boundary = /boundary="([^"]+)"/.exec(headers)![1]!;
  const bodyOf = (type: string): string => {
    for (const part of raw.split(`--${boundary}`)) {
      const at = part.indexOf('\r\n\r\n');
      const head = part.slice(0, at);
      if (!head.includes(`Content-Type: ${type}`)) continue;
      const body = part.slice(at + 4);
      if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
      return /quoted-printable/i.test(head) ? decodeWords(body) : body;
    }
    return '';
  };
  const subject = decodedWords(/^Subject: (.*)$/m.exec(headers)?.[1]?.trim() ?? '');
  return { to, headers, subject, text: bodyOf('text/plain'), html: bodyOf('text/html') };
}

/** A post office that is open. */
export async function startSmtpServer(): Promise<Post> {
  const mails: ReceivedMail[] = [];
  let refusal: { code: number; words: string } | null = null;
  let port = 0;
  let server: SMTPServer | null = null;
  const open = async () => {
    const opened = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === SMTP_USER && password === SMTP_PASSWORD
          ? done(null, { user: username })
          : done(new Error('wrong password')),
      onRcptTo: (_address, _session, done) =>
        refusal ? done(Object.assign(new Error(refusal.words), { responseCode: refusal.code })) : done(),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          mails.push(
            parseMail(
              session.envelope.rcptTo.map(({ address }) => address),
              Buffer.concat(chunks).toString('latin1'),
            ),
          );
          done(null);
        });
      },
    });
    await new Promise<void>((done, fail) => {
      opened.on('error', fail);
      opened.listen(port, '127.0.0.1', done);
    });
    port = (opened.server.address() as AddressInfo).port;
    server = opened;
  };
  await open();
  return {
    url: `smtp://${SMTP_USER}:${encodeURIComponent(SMTP_PASSWORD)}@127.0.0.1:${port}`,
    mails,
    to: (address) => mails.filter((mail) => mail.to.some((to) => to.toLowerCase() === address.toLowerCase())),
    shut: () =>
      withTimeout('the end of the post office', new Promise<void>((done) => (server ? server.close(done) : done()))),
    open,
    refuse: (answer) => (refusal = answer),
  };
}
