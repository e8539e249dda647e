import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { type Access, askServer, inWorkspace, readAnswer } from "./ask-server";
import { ClientError, type ExitCode, exitCodes, machineError } from "./client-error";
import type { Typed } from "./parse-command";
import { isReadOnTheWay, type Place, parseAddress, showPlace } from "./server-address";
import { isKey, isSamePlace, readServers, serversFile, writeServers } from "./stored-servers";
import type { Terminal } from "./terminal";
import { safe, type Told } from "./told";

/** Tries a key and keeps it for this account, one for each workspace and agent. */
export async function logIn(terminal: Terminal, told: Told, typed: Typed): Promise<ExitCode> {
  const given = typed.paths[0] ?? terminal.settings.address ?? (await terminal.ask("Address: ", "shown"));
  if (!given)
    throw new ClientError("usage", "Say where: greenroom login <address of the workspace or the agent>.");
  const place = parseAddress(given.trim());
  if (isReadOnTheWay(place))
    told.remark(`${place.address} is not https: whoever is on the way can read the key.`);
  const key = await keyOf(terminal, typed);
  await tryKey({ ...place, key });
  const others = (await readServers(terminal)).filter((server) => !isSamePlace(server, place));
  await writeServers(terminal, [...others, { ...place, key }]);
  told.line(`Logged in to ${safe(showPlace(place))}. The key is in ${safe(serversFile(terminal))}.`);
  told.document({ command: "login", ok: true, ...place, file: serversFile(terminal) });
  return exitCodes.fine;
}

/** Forgets the key of a place, or with --all every key. What servers hold is not touched. */
export async function logOut(terminal: Terminal, told: Told, typed: Typed): Promise<ExitCode> {
  const [text] = typed.paths;
  if ((text === undefined) !== typed.isOn("all"))
    throw new ClientError("usage", "Say of which address, or --all.");
  const place = text === undefined ? null : parseAddress(text);
  const servers = await readServers(terminal);
  const gone = servers.filter((server) => place === null || isSamePlace(server, place));
  if (gone.length === 0 && place)
    throw new ClientError("usage", `There is no key for ${showPlace(place)} on this machine.`);
  if (gone.length > 0)
    await writeServers(
      terminal,
      servers.filter((server) => !gone.includes(server)),
    );
  for (const server of gone)
    told.line(`Forgot the key for ${safe(showPlace(server))}; revoke it in the app.`);
  told.document({ command: "logout", ok: true, forgotten: gone.map(({ key: _, ...rest }) => rest) });
  return exitCodes.fine;
}

async function keyOf(terminal: Terminal, typed: Typed): Promise<string> {
  const file = typed.valueOf("key-file");
  const text =
    file === "-"
      ? await terminal.readInput()
      : file !== undefined
        ? await readKeyFile(path.resolve(terminal.workingFolder, file))
        : (terminal.settings.key ?? (await terminal.ask("Key: ", "hidden")) ?? (await terminal.readInput()));
  const key = text?.trim() ?? "";
  if (isKey(key)) return key;
  throw new ClientError(
    "usage",
    key === ""
      ? "No key was given. Make one under Settings > API keys, and type it, or give --key-file, standard input or GREENROOM_KEY."
      : "That is no key: a key begins with grk_ and has no blanks. Copy it once more.",
  );
}

async function readKeyFile(place: string): Promise<string> {
  try {
    return await readFile(place, "utf8");
  } catch (error) {
    throw machineError(`${place} cannot be read`, error);
  }
}

/**
 * Asks for something that the key must open, and that leaves no trace of a fetch: of an agent a file that there cannot
 * be, of a workspace one skill.
 */
async function tryKey(access: Access): Promise<void> {
  if (access.agent !== null) {
    const nothing = `/agents/${access.agent}/delivery/files/${"0".repeat(64)}`;
    const { status, problem } = await askServer(access, inWorkspace(access, nothing), { takes: [404] });
    if (/no agent|no workspace/i.test(problem.detail))
      throw new ClientError(
        "server",
        `${showPlace(access)}: ${problem.detail} A key to deliver opens one agent.`,
      );
    if (status !== 404 || problem.code !== "NOT_FOUND")
      throw new ClientError(
        "server",
        `${showPlace(access)} does not answer as a Greenroom does. Is the address right? Nothing was kept.`,
      );
    return;
  }
  const answer = await askServer(access, inWorkspace(access, "/skills?limit=1"), { takes: [403] });
  if (answer.status === 403)
    throw new ClientError("server", `${showPlace(access)}: ${answer.problem.detail} ${forAgents(access)}`);
  readAnswer(access, answer, z.object({ items: z.array(z.unknown()) }));
}

const forAgents = (place: Place): string =>
  `A key to deliver is for one agent: log in with the agent's address, ${showPlace({ ...place, agent: "<agent>" })}.`;
