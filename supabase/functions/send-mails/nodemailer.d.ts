/** The used part of nodemailer, by the name under which Deno finds it. */
declare module 'npm:nodemailer@10.6.1' {
  export function createTransport(options: Record<string, unknown>): {
    sendMail(mail: Record<string, unknown>): Promise<unknown>;
    close(): void;
  };
}
