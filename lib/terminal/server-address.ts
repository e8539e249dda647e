import { ClientError } from "./client-error";

/** Where a key opens something: a workspace of a server, or one agent in it. */
export type Place = { address: string; workspace: string; agent: string | null };

const example = "https://greenroom.example.com/w/<workspace>/agents/<agent>";

/**
 * Reads the address of a workspace or an agent, as a browser shows it or as the API has it. Names and passwords in an
 * address are refused, and so is everything but http and https.
 */
export function parseAddress(text: string): Place {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol))
    throw new ClientError("usage", `“${text}” is no address of a server. It looks like ${example}.`);
  if (url.username !== "" || url.password !== "")
    throw new ClientError("usage", "An address holds no name or password: the key is given apart from it.");
  const [workspace, agent] = namesIn(url.pathname);
  if (workspace === undefined)
    throw new ClientError(
      "usage",
      `${url.origin} has several workspaces: copy the address of yours, or of the agent, from the browser (${example}).`,
    );
  return { address: url.origin, workspace, agent: agent ?? null };
}

function namesIn(pathname: string): (string | undefined)[] {
  const found = /^\/(?:w|api\/v1\/workspaces)\/([^/]+)(?:\/agents\/([^/]+))?(?:\/|$)/.exec(pathname);
  return (found ?? []).slice(1).map((name: string | undefined) => {
    if (name === undefined || /^[\w.-]+$/.test(name)) return name;
    throw new ClientError("usage", `“${name}” is no name of a workspace or an agent.`);
  });
}

export const showPlace = ({ address, workspace, agent }: Place): string =>
  `${address}/w/${workspace}${agent === null ? "" : `/agents/${agent}`}`;

/** Whether an address leads there and nowhere else, whatever was written into the parts. */
export function isPlace(place: Place): boolean {
  try {
    const { address, workspace, agent } = parseAddress(showPlace(place));
    return address === place.address && workspace === place.workspace && agent === place.agent;
  } catch {
    return false;
  }
}

/** Whether a key that goes there can be read on the way. */
export function isReadOnTheWay({ address }: Place): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !/^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.localhost)$/.test(hostname);
}
