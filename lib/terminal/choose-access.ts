import type { Access } from "./ask-server";
import { ClientError } from "./client-error";
import type { Typed } from "./parse-command";
import { isPlace, type Place, parseAddress, showPlace } from "./server-address";
import { isKey, readServers, type StoredServer } from "./stored-servers";
import type { Terminal } from "./terminal";

export type AgentAccess = Access & { agent: string };

/** Whose delivery is asked for: what was typed, else where the folder came from, else the only one there is. */
export async function chooseAgentAccess(
  terminal: Terminal,
  typed: Typed,
  from: Place | null,
): Promise<AgentAccess> {
  const wanted = placeOf(terminal, typed, from);
  const agent = typed.valueOf("agent") ?? wanted?.agent ?? agentThere(from, wanted);
  const found = await findKey(
    terminal,
    wanted,
    (server) => agent === null || [agent, null].includes(server.agent),
  );
  const own = found.filter((server) => server.agent === agent);
  const chosen = only(own.length > 0 && agent !== null ? own : found);
  const name = agent ?? chosen.agent;
  if (name === null)
    throw new ClientError("usage", "Say whose skills: --agent <name>, as it stands in the agent's address.");
  const access = { ...chosen, agent: name };
  if (!isPlace(access)) throw new ClientError("usage", `${showPlace(access)} is no address of an agent.`);
  return access;
}

/** The workspace that is edited. */
export async function chooseWorkspaceAccess(
  terminal: Terminal,
  typed: Typed,
  from: Place | null,
): Promise<Access> {
  const wanted = placeOf(terminal, typed, from);
  return only(await findKey(terminal, wanted, (server) => server.agent === null));
}

/**
 * A lock file comes with its repository, and anybody who may propose a change can name another server in it: a key that
 * is set for this run goes where whoever set it says. Keys of `login` are kept with the place that each opens.
 */
function placeOf({ settings }: Terminal, typed: Typed, from: Place | null): Place | null {
  const text = typed.valueOf("server") ?? settings.address;
  if (text !== undefined) return parseAddress(text);
  return settings.key === undefined ? from : null;
}

/** The agent that a folder came from, where it came from the workspace that is wanted. */
function agentThere(from: Place | null, wanted: Place | null): string | null {
  const isThere = from?.address === wanted?.address && from?.workspace === wanted?.workspace;
  return isThere ? (from?.agent ?? null) : null;
}

async function findKey(
  terminal: Terminal,
  wanted: Place | null,
  fits: (server: StoredServer) => boolean,
): Promise<StoredServer[]> {
  const key = terminal.settings.key?.trim();
  if (key !== undefined) {
    if (!isKey(key))
      throw new ClientError(
        "usage",
        "GREENROOM_KEY holds no key: one begins with grk_ and has no blanks. Copy it once more.",
      );
    if (wanted === null)
      throw new ClientError(
        "usage",
        "GREENROOM_KEY is set without an address: set GREENROOM_ADDRESS too, or give --server <address>.",
      );
    return [{ ...wanted, key }];
  }
  const servers = (await readServers(terminal)).filter(fits);
  const there = servers.filter(
    (server) => !wanted || (server.address === wanted.address && server.workspace === wanted.workspace),
  );
  if (there.length > 0) return there;
  const where = wanted === null ? "<address>" : showPlace(wanted);
  throw new ClientError("usage", `There is no key for that on this machine. Run: greenroom login ${where}`);
}

function only(servers: readonly StoredServer[]): StoredServer {
  const [first, ...others] = servers;
  if (first && others.length === 0) return first;
  throw new ClientError(
    "usage",
    `Several keys would do: choose one with --server and its address: ${servers.map(showPlace).join(", ")}.`,
  );
}
