/** Answers that the server gives in place of a service, in the form in which that service refuses. */

/** The code of a refusal, by the service that was asked. */
export interface RefusalCodes {
  auth: string;
  rest: string;
  storage: string;
}

/** A refusal in the form of the service under `path` (that of the tables where there is none). */
export function refusal(
  path: string,
  status: number,
  codes: RefusalCodes,
  message: string,
  headers: Record<string, string> = {},
): Response {
  const service = /^\/(auth|rest|storage)\/v1/.exec(path)?.[1];
  const body =
    service === 'auth'
      ? { code: status, error_code: codes.auth, msg: message }
      : service === 'storage'
        ? { statusCode: String(status), error: codes.storage, message }
        : { code: codes.rest, message, details: null, hint: null };
  return Response.json(body, {
    status,
    headers: { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*', ...headers },
  });
}
