type Asked = { call: string; query: Record<string, string>; body: unknown };
type Answer = unknown | ((asked: Asked) => unknown);

/** By method and path below the workspace: "GET /skills". A function is asked each time; a Response is sent as it is. */
export type Answers = Record<string, Answer>;

/** A refusal as the API words it. */
export const refusal = (status: number, code: string, detail: string): Response =>
  Response.json({ status, code, title: code, detail }, { status });

/**
 * The API for component tests, in the place of `fetch`. `sent` holds what was asked to be changed, in order;
 * `serve` gives other answers from now on. What nobody answers is NOT_FOUND, and says so.
 */
export function answerServer(first: Answers) {
  const answers = new Map(Object.entries(first));
  const sent: Asked[] = [];
  const read: Asked[] = [];
  const fetch = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(
      String(address instanceof Request ? address.url : address),
      "http://greenroom.test",
    );
    const method = init.method ?? "GET";
    const call = `${method} ${pathname.replace(/^\/api\/v1(\/workspaces\/meridian)?/, "")}`;
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : null;
    const asked = { call, query: Object.fromEntries(searchParams), body };
    (method === "GET" ? read : sent).push(asked);
    if (!answers.has(call)) return refusal(404, "NOT_FOUND", `No answer to ${call} in this test.`);
    const answer = answers.get(call);
    const given: unknown = await (typeof answer === "function" ? answer(asked) : answer);
    return given instanceof Response ? given.clone() : Response.json(given);
  };
  const serve = (more: Answers) => {
    for (const [call, answer] of Object.entries(more)) answers.set(call, answer);
  };
  return { fetch, sent, read, serve };
}
