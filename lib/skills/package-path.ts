import { mayHideText } from "@/lib/kernel/hidden-text";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { err, ok, type Result } from "@/lib/kernel/result";
import { type PackageLimits, packageLimits } from "./limits";

export type PathRule =
  | "path-empty"
  | "path-absolute"
  | "path-traversal"
  | "path-home"
  | "path-backslash"
  | "path-control-character"
  | "path-invisible-character"
  | "path-windows-name"
  | "path-trailing-dot"
  | "path-too-deep"
  | "path-too-long"
  | "path-git";

export type PathRefusal = { rule: PathRule; message: string };

const refuse = (rule: PathRule, message: string): Result<string, PathRefusal> => err({ rule, message });

const windowsDevice = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
const windowsForbidden = /[<>:"|?*]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const controlCharacter = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Format characters that are drawn, and a blank that is no space. */
const formatCharacter = /[\p{Cf}\u2800]/u;

/** Everything that nobody sees, but what makes an emoji of a sign. */
const hidesText = (path: string): boolean =>
  !isAscii(path) &&
  (formatCharacter.test(path) || mayHideText(path.replace(/(?<=\p{Emoji})[\ufe0e\ufe0f]/gu, "")));

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text);

const encoder = new TextEncoder();

const byteLength = (text: string): number => (isAscii(text) ? text.length : encoder.encode(text).length);

/**
 * Is `path` safe to store, to unpack on any system and to serve? Answers the path in NFC, with `./` and
 * doubled or trailing slashes gone; anything that could leave the package is refused, never mended.
 */
export function checkPackagePath(
  path: string,
  limits: PackageLimits = packageLimits,
): Result<string, PathRefusal> {
  const shown = markHidden(JSON.stringify(path.length > 120 ? `${path.slice(0, 120)}…` : path));
  if (path.includes("\u0000")) return refuse("path-control-character", `${shown} contains a NUL character.`);
  if (controlCharacter.test(path))
    return refuse("path-control-character", `${shown} contains a control character.`);
  if (!path.isWellFormed())
    return refuse("path-control-character", `${shown} contains a broken half of a character.`);
  if (path.includes("\\")) return refuse("path-backslash", `${shown} contains a backslash; use "/".`);
  if (path.startsWith("/"))
    return refuse("path-absolute", `${shown} is absolute; paths start at the package.`);
  if (/^[A-Za-z]:/.test(path)) return refuse("path-absolute", `${shown} names a drive.`);
  if (path.startsWith("~")) return refuse("path-home", `${shown} starts with "~".`);
  if (hidesText(path)) return refuse("path-invisible-character", `${shown} contains an invisible character.`);

  const segments = path
    .normalize("NFC")
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".");
  if (segments.length === 0) return refuse("path-empty", `${shown} names no file.`);
  for (const segment of segments) {
    const refusal = checkSegment(segment, shown, limits);
    if (refusal) return err(refusal);
  }
  const clean = segments.join("/");
  if (segments.length > limits.pathDepth)
    return refuse(
      "path-too-deep",
      `${shown} is ${segments.length} levels deep; the limit is ${limits.pathDepth}.`,
    );
  if (byteLength(clean) > limits.pathBytes)
    return refuse("path-too-long", `${shown} is longer than ${limits.pathBytes} bytes.`);
  return ok(clean);
}

/**
 * Whether a path, clean or not, could name a place outside of the folder it is unpacked into, depending on who reads
 * it. Any other path that `checkPackagePath` refuses still says which folder it belongs to.
 */
export const leavesFolder = (path: string): boolean =>
  path.includes("\u0000") ||
  path.includes("\\") ||
  /^(?:\/|~|[A-Za-z]:)/.test(path) ||
  path.split("/").includes("..");

/** What a .git folder is called on Windows where long names have short ones too: git itself refuses to write it. */
const shortGitName = /^git~\d+$/i;

function checkSegment(segment: string, shown: string, limits: PackageLimits): PathRefusal | null {
  if (segment === "..") return { rule: "path-traversal", message: `${shown} leaves the package with "..".` };
  if (foldPath(segment) === ".git")
    return { rule: "path-git", message: `${shown} is inside a .git folder, which a skill must not carry.` };
  if (shortGitName.test(segment))
    return {
      rule: "path-git",
      message: `${shown} has a name (${segment}) that Windows may read as a .git folder, which a skill must not carry.`,
    };
  if (windowsDevice.test(segment) || windowsForbidden.test(segment))
    return { rule: "path-windows-name", message: `${shown} cannot exist on Windows (${segment}).` };
  if (/[. ]$/.test(segment) || /^ /.test(segment))
    return {
      rule: "path-trailing-dot",
      message: `${shown} has a segment that begins or ends with a space or a dot.`,
    };
  if (byteLength(segment) > limits.nameBytes)
    return { rule: "path-too-long", message: `${shown} has a name longer than ${limits.nameBytes} bytes.` };
  return null;
}

/** Two paths with the same fold are one file on a case-insensitive or Unicode-normalising system. */
export function foldPath(path: string): string {
  // Nearly every path, and many times faster.
  if (isAscii(path)) return path.toLowerCase();
  return path.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}

const junkNames = new Set([
  ".ds_store",
  "thumbs.db",
  "desktop.ini",
  ".spotlight-v100",
  ".trashes",
  ".fseventsd",
]);
const junkFolders = new Set(["__macosx", "node_modules"]);

/** Systems and package managers leave these behind; they are never part of a skill. */
export function isJunkPath(path: string): boolean {
  const segments = path.toLowerCase().split("/");
  const name = segments.at(-1) ?? "";
  return (
    junkNames.has(name) ||
    name.startsWith("._") ||
    segments.slice(0, -1).some((segment) => junkFolders.has(segment))
  );
}

const secretName =
  /^(?:\.env(?:\..+)?|.+\.env|secrets?(?:\..+)?|credentials?(?:\..+)?|\.?(?:npmrc|pypirc|netrc|pgpass|htpasswd)|_netrc|id_(?:rsa|dsa|ecdsa|ed25519)(?:_.*)?|.+\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg)|service[-_]account.*\.json)$/i;
/** The same behind another word, where the rest of the name says that it holds data: `my-secrets.json`. */
const secretData =
  /^.+[-_.](?:secrets?|credentials?)\.(?:json|ya?ml|toml|ini|env|cfg|conf|properties|xml|txt|csv)$/i;
const secretExample = /(?:^|[._-])(?:example|sample|template|dist|defaults?)(?:\.[a-z]+)?$/i;

/** Files whose name says that they hold secrets: never served to a model. Public halves and examples are no secret. */
export function isSecretPath(path: string): boolean {
  const segments = path.split("/");
  const name = segments.at(-1) ?? "";
  if (segments.slice(0, -1).some((segment) => /^\.(?:ssh|aws|gnupg|kube|docker)$/i.test(segment)))
    return true;
  return (secretName.test(name) || secretData.test(name)) && !secretExample.test(name);
}
