import { createScanner } from "jsonc-parser";
import { hostsIn } from "./hosts";
import { readSource } from "./read-piece";
import { withoutVersion } from "./shell-packages";
import { literal, type Sighting } from "./sighting";

/** One requirement a line (https://pip.pypa.io/en/stable/reference/requirements-file-format/). */
export function readRequirements(text: string): Sighting[] {
  return linesOf(text).flatMap(({ line, start }) => {
    const plain = line.replace(/(?:^|\s)#.*$/, "").trim();
    if (plain === "") return [];
    const hosts = hostsIn(line, "reached", start);
    if (plain.startsWith("-")) return hosts;
    const name = /^[A-Za-z0-9][\w.-]{0,200}/.exec(plain)?.[0] ?? plain;
    return [...hosts, literal("package", "installed", `pypi/${withoutVersion(name, "pypi")}`, start)];
  });
}

const packageLists = /^(?:dependencies|devDependencies|optionalDependencies|peerDependencies)$/;

/** Dependencies, and scripts, which a shell runs. */
export function readPackageJson(text: string): Sighting[] {
  const found: Sighting[] = [];
  for (const { path, value, start } of jsonTexts(text)) {
    const [group = "", name = ""] = path;
    if (path.length !== 2) continue;
    if (packageLists.test(group))
      found.push(
        literal("package", "installed", `npm/${name}`, start),
        ...hostsIn(value, "reached", start).map((one) => ({ ...one, start })),
      );
    if (group === "scripts")
      found.push(...readSource("shell", value, 0, false).map((one) => ({ ...one, start })));
  }
  return found;
}

/** As the scanner numbers them; its own names for them are gone when types are. */
const tokens = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  text: 10,
  end: 17,
} as const;

type JsonText = { path: string[]; value: string; start: number };

/** Texts of a document down to the second level, with the keys that lead there; places are of the keys. Does not recurse. */
function jsonTexts(text: string): JsonText[] {
  const scanner = createScanner(text, true);
  const found: JsonText[] = [];
  const keys: string[] = [];
  let depth = 0;
  let key: { name: string; start: number } | null = null;
  for (let kind = scanner.scan(); kind !== tokens.end; kind = scanner.scan()) {
    if (kind === tokens.openBrace || kind === tokens.openBracket) {
      if (depth < 3) keys[depth] = key?.name ?? "";
      depth += 1;
      key = null;
    } else if (kind === tokens.closeBrace || kind === tokens.closeBracket) {
      depth = Math.max(0, depth - 1);
      key = null;
    } else if (kind === tokens.comma) key = null;
    else if (kind === tokens.text && depth <= 2) {
      const value = scanner.getTokenValue();
      if (key === null) key = { name: value, start: scanner.getTokenOffset() };
      else found.push({ path: [...keys.slice(1, depth), key.name], value, start: key.start });
    }
  }
  return found;
}

/** Dependencies of `[project]` and of Poetry; the rest configures tools. */
export function readPyproject(text: string): Sighting[] {
  const found: Sighting[] = [];
  let section = "";
  let isInList = false;
  for (const { line, start } of linesOf(text)) {
    const header = /^\s{0,8}\[{1,2}([^\]\n]{1,200})\]/.exec(line)?.[1];
    if (header !== undefined && !isInList) {
      section = header.trim();
      continue;
    }
    const key = isInList ? null : /^\s{0,20}(["'\w.-]{1,200})\s{0,20}=/.exec(line);
    const name = (key?.[1] ?? "").replace(/["']/g, "");
    if (key && /^tool\.poetry\..{0,40}dependencies$/.test(section) && name !== "python")
      found.push(literal("package", "installed", `pypi/${withoutVersion(name, "pypi")}`, start));
    const isRequirements =
      (section === "project" && name === "dependencies") ||
      (section === "build-system" && name === "requires") ||
      /^(?:project\.optional-dependencies|dependency-groups)$/.test(section);
    if (key && isRequirements) isInList = true;
    if (!isInList) continue;
    const from = key ? key[0].length : 0;
    for (const match of line.slice(from).matchAll(/"([^"\n]{1,300})"|'([^'\n]{1,300})'/g)) {
      const written = match[1] ?? match[2] ?? "";
      if (/^[A-Za-z0-9]/.test(written))
        found.push(
          literal(
            "package",
            "installed",
            `pypi/${withoutVersion(written, "pypi")}`,
            start + from + match.index + 1,
          ),
        );
    }
    if (/\]\s*(?:#.*)?$/.test(line.slice(from).replace(/"[^"\n]*"|'[^'\n]*'/g, ""))) isInList = false;
  }
  return found;
}

/** What an image is built from and by. */
export function readDockerfile(text: string): Sighting[] {
  const found: Sighting[] = [];
  for (const { line, start } of logicalLines(text)) {
    const match = /^\s{0,20}([A-Za-z]{2,12})\s{1,20}/.exec(line);
    if (!match) continue;
    const rest = line.slice(match[0].length);
    const from = start + match[0].length;
    const word = match[1]?.toUpperCase();
    if (word === "FROM")
      found.push(
        literal(
          "package",
          "installed",
          `docker/${withoutVersion(rest.replace(/^--\S+\s+/, "").split(/\s/, 1)[0] ?? "", "docker")}`,
          from,
        ),
      );
    else if (word === "RUN") found.push(...readSource("shell", rest, from, false));
    else if (word === "CMD" || word === "ENTRYPOINT") {
      const words = Array.from(rest.matchAll(/"([^"\n]{0,300})"/g), ([, said]) => said ?? "");
      found.push(
        ...readSource(
          "shell",
          rest.startsWith("[") ? words.join(" ") : rest,
          rest.startsWith("[") ? from + 2 : from,
          false,
        ),
      );
    } else if (word === "ADD") found.push(...hostsIn(rest, "reached", from));
  }
  return found;
}

function linesOf(text: string): { line: string; start: number }[] {
  const lines: { line: string; start: number }[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    lines.push({ line, start });
    start += line.length + 1;
  }
  return lines;
}

/** Lines with those that go on behind a backslash; the backslash stays, so that places do. */
function logicalLines(text: string): { line: string; start: number }[] {
  const joined: { parts: string[]; start: number }[] = [];
  let isOpen = false;
  for (const { line, start } of linesOf(text)) {
    if (isOpen) joined.at(-1)?.parts.push(line);
    else if (!/^\s*#/.test(line)) joined.push({ parts: [line], start });
    isOpen = /\\\s*$/.test(line);
  }
  return joined.map(({ parts, start }) => ({ line: parts.join("\n"), start }));
}
