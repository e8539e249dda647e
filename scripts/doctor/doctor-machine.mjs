// What an installation needs of its machine, looked at one by one. Nothing is changed or installed.
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { whyInstall } from "../bootstrap.mjs";
import { inModules } from "../paths.mjs";
import { portState } from "../processes.mjs";
import { runTypescript } from "../run-typescript.mjs";
import { findRunningServer } from "../server/run-server.mjs";
import { localUrlOf, publicUrlOf, readAddress } from "../server/server-environment.mjs";

export const well = (says) => ({ state: "well", says });
export const warning = (says, todo) => ({ state: "warning", says, todo });
export const problem = (says, todo) => ({ state: "problem", says, todo });
export const skipped = (says) => ({ state: "skipped", says });

const OLDEST_NODE = 20;
const LITTLE_MB = 1024;
const LEAST_MB = 32;
const MAIL_MS = 5_000;

/** Names of https://man7.org/linux/man-pages/man2/statfs.2.html on which Postgres may lose what was written. */
const NETWORK_FILE_SYSTEMS = {
  26985: "NFS",
  20859: "SMB",
  4283649346: "CIFS",
  4266872130: "SMB",
  12805120: "Ceph",
};

export function checkNode() {
  const own = inModules("node", "bin", process.platform === "win32" ? "node.exe" : "node");
  if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE)
    return problem(`Node ${process.versions.node} is too old`, `install Node ${OLDEST_NODE} or newer`);
  return fs.existsSync(own)
    ? well(`Node ${process.versions.node}; the server runs on the project's own`)
    : warning("the project's own Node is missing", "run: npm ci");
}

export function checkPackages() {
  const reason = whyInstall();
  return reason
    ? warning(
        `what is installed is not what package-lock.json says (${reason})`,
        "run: npm start, which installs it",
      )
    : well("installed as package-lock.json says");
}

/** Every variable by the rules of the server itself, with a database and a secret that only these rules see. */
export async function checkSettings() {
  const address = readAddress([]); // throws what is wrong with ports and trusted proxies
  const { readEnv } = await runTypescript("lib/platform/env.ts");
  try {
    const settings = readEnv({
      ...process.env,
      DATABASE_URL: "postgresql://looked-at-elsewhere",
      GREENROOM_SECRET: "x".repeat(32),
      GREENROOM_URL: publicUrlOf(address),
    });
    const hosts = settings.allowedHosts.length;
    const proxies = process.env.GREENROOM_TRUSTED_PROXIES
      ? "some proxies are trusted"
      : "no proxy is trusted";
    return well(
      `usable; people type ${settings.publicUrl}, ${hosts} private hosts may be reached, ${proxies}`,
    );
  } catch (error) {
    if (error.name !== "ConfigurationError") throw error;
    return problem(error.message.replaceAll("\n", " "), "correct it in the environment or in .env");
  }
}

export function checkFolder({ dir, isOwn }) {
  const stat = fs.statSync(dir, { throwIfNoEntry: false });
  if (!stat)
    return isOwn
      ? warning(`there is no data folder ${dir}`, "start Greenroom once, or name it with GREENROOM_DATA")
      : problem(`there is no data folder ${dir}`, "name the folder with GREENROOM_DATA, or run: npm start");
  if (process.getuid && stat.uid !== process.getuid())
    return problem(
      `${dir} belongs to the account with id ${stat.uid}`,
      "run this, and Greenroom, as that account",
    );
  try {
    fs.accessSync(dir, fs.constants.W_OK | fs.constants.R_OK);
  } catch (error) {
    return problem(
      `${dir} cannot be written to (${error.code})`,
      "give it to the account that runs Greenroom",
    );
  }
  const secret = fs.statSync(path.join(dir, "secret"), { throwIfNoEntry: false });
  if (secret && process.platform !== "win32" && (secret.mode & 0o077) !== 0)
    return warning(
      `other accounts may read ${path.join(dir, "secret")}`,
      `run: chmod 600 ${path.join(dir, "secret")}`,
    );
  return well(`${dir}, of this account`);
}

export function checkDisk({ dir, isOwn }) {
  if (!fs.existsSync(dir)) return skipped("there is no data folder");
  const { bavail, bsize, type } = fs.statfsSync(dir);
  const network = NETWORK_FILE_SYSTEMS[type];
  if (network && !isOwn)
    return problem(
      `${dir} lies on ${network}, where a database can lose what it wrote`,
      "put it on a disk of this machine, or use a Postgres of your own with DATABASE_URL",
    );
  const freeMb = Math.floor((bavail * bsize) / (1024 * 1024));
  if (freeMb < LEAST_MB)
    return problem(`${freeMb} MB are left on the disk of ${dir}`, "free some space; nothing can be written");
  if (freeMb < LITTLE_MB) return warning(`${freeMb} MB are left on the disk of ${dir}`, "free some space");
  return well(`${freeMb} MB are left`);
}

/** The server that runs on this folder, asked how it is; without one, whether it could listen. */
export async function checkServer({ dir }) {
  const running = fs.existsSync(dir) ? findRunningServer(dir) : null;
  const address = readAddress([]);
  if (!running) {
    const state = await portState(address.port, address.host);
    if (state === "free") return well(`it does not run here; port ${address.port} is free`);
    return warning(
      `it does not run on this data folder, and port ${address.port} cannot be listened on (${state})`,
      "if that is not Greenroom from elsewhere, choose another port with PORT or --port",
    );
  }
  const at = localUrlOf({ host: address.host, port: running.port });
  try {
    const answer = await fetch(`${at}/api/v1/health`, { signal: AbortSignal.timeout(5_000) });
    if (answer.ok) return well(`it runs at ${running.url} and is well`);
    const { detail = `it answers ${answer.status}` } = await answer.json().catch(() => ({}));
    return problem(
      `it runs at ${running.url}, and says: ${detail}`,
      "see its log, and the checks of the database",
    );
  } catch (error) {
    return problem(
      `it runs, and does not answer at ${at} (${error.cause?.code ?? error.name})`,
      "stop it and start it again",
    );
  }
}

export async function checkMail() {
  const url = process.env.GREENROOM_SMTP_URL;
  if (!url) return skipped("no e-mail is sent: GREENROOM_SMTP_URL is not set");
  if (!URL.canParse(url))
    return problem("GREENROOM_SMTP_URL is no address", "write it as smtp://user:password@host:587");
  const { hostname, port, protocol } = new URL(url);
  const at = { host: hostname, port: Number(port || (protocol === "smtps:" ? 465 : 587)) };
  const reason = await whyUnreachable(at);
  return reason
    ? problem(
        `the mail server ${at.host}:${at.port} is not reached (${reason})`,
        "look at GREENROOM_SMTP_URL and the network",
      )
    : well(
        `the mail server ${at.host}:${at.port} answers; what it does with a letter, a test from the instance's page says`,
      );
}

function whyUnreachable(at) {
  return new Promise((resolve) => {
    const socket = net.connect({ ...at, timeout: MAIL_MS });
    const end = (reason) => {
      socket.destroy();
      resolve(reason);
    };
    socket.once("connect", () => end(null)).once("timeout", () => end("no answer"));
    socket.once("error", (error) => end(error.code ?? error.message));
  });
}
