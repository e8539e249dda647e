import { readRequestBody } from "@modelcontextprotocol/server";

/** Of one message: a call's input has at most 64 KiB, and what is longer is answered by the session up to here. */
const mostBytes = 1024 * 1024;
/** Arrays and objects in each other. */
const mostLevels = 100;

/** A message, or the answer that it gets: with the status of HTTP and the code of JSON-RPC. */
export type ReadMessage = { ok: true; body: unknown } | { ok: false; response: Response };

/**
 * The JSON of a request. Batches are refused: the protocol has had none since 2025-06-18, and one of them would be as
 * much work as its sender likes.
 */
export async function readMessage(request: Request): Promise<ReadMessage> {
  const read = await readRequestBody(request, mostBytes).catch(() => null);
  if (read === null) return refuse(400, parseError, "The body of the request could not be read.");
  if (read.tooLarge || read.text === undefined)
    return refuse(413, serverError, `A message has at most ${mostBytes} bytes here.`);
  if (isTooDeep(read.text))
    return refuse(400, invalidRequest, `A message has at most ${mostLevels} levels here.`);
  const body = parse(read.text);
  if (body === undefined) return refuse(400, parseError, "The body of the request is not JSON.");
  if (Array.isArray(body))
    return refuse(400, invalidRequest, "Batches are not taken: send each message by itself.");
  return { ok: true, body };
}

const [parseError, invalidRequest, serverError] = [-32_700, -32_600, -32_000];

/** An answer to what is no message that could be answered by its id. */
export function refuse(status: number, code: number, message: string): { ok: false; response: Response } {
  const response = Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
  return { ok: false, response };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is read again and again by functions that call themselves must not be deep. Strings count for nothing. */
function isTooDeep(text: string): boolean {
  let [level, inString] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "[" || character === "{") level += 1;
    else if (character === "]" || character === "}") level -= 1;
    if (level > mostLevels) return true;
  }
  return false;
}
