/** Refusals by the server in a service's place, in the form of that service. */

/** The code of a refusal for each service. */
export interface RefusalCodes {
  auth: string;
  rest: string;
  storage: string;
}

/** A refusal in the form of the service under `path`; in that of the tables for other paths. */
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
