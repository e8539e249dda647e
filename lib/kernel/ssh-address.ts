import { err, ok, type Result } from "./result";

/** Whether it is the address of a repository over SSH, as people copy them: ssh://host/path, or user@host:path. */
export const isSshAddress = (text: string): boolean =>
  /^(?:ssh:|(?:git\+ssh|ssh\+git):|[^/:@\s]+@(?:\[[^\]\s]*\]|[^/:\s]+):)/i.test(text);

export type SshPlace = {
  user: string;
  /** As a URL has it: small letters, IPv6 in brackets. */
  host: string;
  port: number;
  /** As the server gets it: "/srv/skills.git"; from the user's own folder, "skills.git". */
  path: string;
};

const sshPort = 22;

const asUrl = /^(?:ssh|git\+ssh|ssh\+git):\/\/(?:([^@/]*)@)?(\[[^\]\s]*\]|[^:/[\]]*)(?::(\d*))?(\/.*)?$/i;
const asCopied = /^([^@/]*)@(\[[^\]\s]*\]|[^:/[\]]+):(.*)$/;

/** Reads either form; what keeps it from being an address is a sentence. Nothing of a secret in it is repeated. */
export function readSshAddress(text: string): Result<SshPlace, string> {
  const [, user = "", named = "", port = "", path = ""] = asUrl.exec(text) ?? copied(text) ?? [];
  if (named === "") return err("Write it as ssh://git@host/path.git or git@host:path.git.");
  if (user.includes(":"))
    return err(
      "Leave the password out of the address: over ssh a key is used, which has a field of its own.",
    );
  if (!/^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/.test(user))
    return err("Name the user in the address, as git@ before the host.");
  const host = hostIn(named);
  if (host === null) return err("The address names no host.");
  const number = port === "" ? sshPort : Number(port);
  if (number < 1 || number > 65_535) return err("A port is a number from 1 to 65535.");
  const asked = askedPath(path);
  const wrong = whyBadPath(asked);
  return wrong === null ? ok({ user, host, port: number, path: asked }) : err(wrong);
}

function copied(text: string): string[] | null {
  const [all, user, host, path] = asCopied.exec(text) ?? [];
  return all === undefined ? null : [all, user ?? "", host ?? "", "", path ?? ""];
}

/** Every spelling of one host is one host: the URL parser also writes addresses in digits the one way. */
function hostIn(named: string): string | null {
  if (/[\s\\%?#@]/.test(named)) return null;
  const url = URL.parse(`https://${named}`);
  return url && url.port === "" && url.hostname !== "" && url.pathname === "/" ? url.hostname : null;
}

/** Git takes `/~` for a folder of a user; its own folder is where the server begins anyway. */
const askedPath = (path: string): string =>
  path
    .replace(/^\/(?=~)/, "")
    .replace(/^~\//, "")
    .replace(/\/+$/, "");

function whyBadPath(path: string): string | null {
  if (path === "" || path === "~") return "Name the repository behind the host.";
  if (path.startsWith("-"))
    return "A repository's path does not begin with a hyphen: programs take it for an option.";
  if (!/^[A-Za-z0-9._~+@,=:/-]+$/.test(path))
    return "Over ssh, a repository's path has letters, digits and . _ - ~ + @ , = : / alone.";
  return path.split("/").some((name) => name === "." || name === "..")
    ? "Leave . and .. out of the repository's path."
    : null;
}

/** The one form in which an address is kept. */
export function sshUrl({ user, host, port, path }: SshPlace): string {
  const below = path.startsWith("/") ? path : path.startsWith("~") ? `/${path}` : `/~/${path}`;
  return `ssh://${user}@${host}${port === sshPort ? "" : `:${port}`}${below}`;
}

/** As people know it: what begins in the user's own folder as git@host:path, and https without its scheme. */
export function shownAddress(url: string): string {
  const [, whom, path] = /^ssh:\/\/([^/:]+@[^/:]+)\/~\/(.*)$/.exec(url) ?? [];
  return whom === undefined ? url.replace(/^https:\/\//, "") : `${whom}:${path}`;
}
