import type { ShellWord } from "./shell-commands";
import { atRunTime, literal, type Sighting } from "./sighting";

type Installer = {
  ecosystem: string;
  /** The words that must follow the program: any of these; null: the first argument is the package already. */
  verbs: readonly string[] | null;
  /** Options that take a value. */
  valued?: readonly string[];
  /** Only the first one is a package; the rest is its arguments. */
  takesOne?: boolean;
};

const pip: Installer = {
  ecosystem: "pypi",
  verbs: ["install", "download", "add"],
  valued: [
    "-r",
    "-c",
    "-i",
    "--index-url",
    "--extra-index-url",
    "-t",
    "--target",
    "-f",
    "--find-links",
    "--python",
    "-p",
    "--with",
    "--group",
    "--requirement",
    "--constraint",
    "--prefix",
    "--root",
  ],
};
const npm: Installer = {
  ecosystem: "npm",
  verbs: ["install", "i", "add", "exec", "dlx", "x", "create"],
  valued: ["--prefix", "--registry", "-w", "--workspace", "-C", "--dir", "--filter", "--cwd"],
};
const npx: Installer = { ecosystem: "npm", verbs: null, takesOne: true, valued: ["-c"] };
const uvx: Installer = {
  ecosystem: "pypi",
  verbs: null,
  takesOne: true,
  valued: ["--with", "--python", "-p"],
};
const system = (ecosystem: string, ...verbs: string[]): Installer => ({
  ecosystem,
  verbs,
  valued: ["-t", "-o", "-c"],
});

const installers: Readonly<Record<string, Installer>> = {
  pip,
  pip3: pip,
  pipx: { ...pip, verbs: ["install", "run", "inject"] },
  uv: { ...pip, verbs: ["add", "install"] },
  poetry: { ...pip, verbs: ["add"] },
  uvx,
  npm,
  pnpm: npm,
  yarn: { ...npm, verbs: ["add", "dlx"] },
  bun: { ...npm, verbs: ["add", "install", "i", "x"] },
  npx,
  bunx: npx,
  pnpx: npx,
  apt: system("deb", "install"),
  "apt-get": system("deb", "install"),
  apk: system("apk", "add"),
  dnf: system("rpm", "install"),
  yum: system("rpm", "install"),
  pacman: system("arch", "-S", "-Sy", "-Syu"),
  brew: system("brew", "install", "tap", "reinstall"),
  port: system("macports", "install"),
  choco: system("chocolatey", "install"),
  scoop: system("scoop", "install"),
  winget: system("winget", "install"),
  snap: system("snap", "install"),
  flatpak: system("flatpak", "install"),
  conda: { ecosystem: "conda", verbs: ["install"], valued: ["-c", "-n", "--channel", "--name", "-p"] },
  mamba: { ecosystem: "conda", verbs: ["install"], valued: ["-c", "-n", "--channel", "--name", "-p"] },
  cargo: {
    ecosystem: "cargo",
    verbs: ["install", "add"],
    valued: ["--git", "--version", "--features", "--path"],
  },
  go: { ecosystem: "golang", verbs: ["install", "get"] },
  gem: { ecosystem: "gem", verbs: ["install"], valued: ["-v", "--version"] },
  composer: { ecosystem: "composer", verbs: ["require"] },
  docker: {
    ecosystem: "docker",
    verbs: ["run", "pull", "create"],
    takesOne: true,
    valued: [
      "-v",
      "-p",
      "-e",
      "-w",
      "-u",
      "--name",
      "--network",
      "--volume",
      "--env",
      "--publish",
      "--entrypoint",
      "--platform",
      "--mount",
      "-m",
      "--memory",
      "--cpus",
      "--user",
      "--workdir",
      "--env-file",
      "-h",
      "--hostname",
      "--restart",
      "--gpus",
    ],
  },
  podman: {
    ecosystem: "docker",
    verbs: ["run", "pull", "create"],
    takesOne: true,
    valued: ["-v", "-p", "-e", "-w", "--name"],
  },
};

/** What `pip install`, `npx` and their like fetch and put in place. `args`: what follows the program. */
export function packagesOf(program: string, args: readonly ShellWord[]): Sighting[] {
  const installer = Object.hasOwn(installers, program) ? installers[program] : undefined;
  if (!installer) return [];
  const rest = behindVerb(program, installer, args);
  if (rest === null) return [];
  const found: Sighting[] = [];
  const valued = new Set(installer.valued);
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at];
    if (word === undefined) break;
    // `npx -p NAME COMMAND`, `uvx --from NAME COMMAND`: the package is the option's.
    if (installer.takesOne && /^(?:-p|--package|--from)$/.test(word.text) && installer.verbs === null) {
      const named = rest[at + 1];
      return named ? [packageSighting(installer.ecosystem, named)] : found;
    }
    if (word.text.startsWith("-")) {
      if (valued.has(word.text)) at += 1;
      continue;
    }
    if (isLocal(word.text)) continue;
    found.push(packageSighting(installer.ecosystem, word));
    if (installer.takesOne) break;
  }
  return found;
}

function behindVerb(program: string, { verbs }: Installer, args: readonly ShellWord[]): ShellWord[] | null {
  if (verbs === null) return [...args];
  const first = args.findIndex(({ text }) => !text.startsWith("-") || verbs.includes(text));
  let at = first;
  // `uv pip install`, `uv tool install`, `docker image pull`, `go mod`: one word before the verb.
  if (/^(?:pip|tool|global|image|container)$/.test(args[at]?.text ?? "") && program !== "pip") at += 1;
  if (at < 0 || !verbs.includes(args[at]?.text ?? "")) return null;
  return args.slice(at + 1);
}

const isLocal = (text: string): boolean => /^(?:\.{0,2}\/|\.$|\.\[|~|file:)|\.(?:txt|whl|tgz)$/.test(text);

function packageSighting(ecosystem: string, word: ShellWord): Sighting {
  return word.isLiteral
    ? literal("package", "installed", `${ecosystem}/${withoutVersion(word.text, ecosystem)}`, word.start)
    : atRunTime("package", "installed", `${ecosystem}/${word.text}`, word.start);
}

/** Versions are no part of what is compared: `requests>=2`, `axios@1.2.3`, `python:3.12` are told by their names. */
export function withoutVersion(name: string, ecosystem: string): string {
  if (/^(?:git\+|https?:)/.test(name)) return name;
  if (ecosystem === "pypi") return (/^[\w.-]+/.exec(name)?.[0] ?? name).toLowerCase().replace(/[._]+/g, "-");
  if (ecosystem === "npm") return /^@?[^@]+/.exec(name)?.[0] ?? name;
  if (ecosystem === "docker") return name.replace(/@sha256:.*$/, "").replace(/:[\w.-]+$/, "");
  return name.replace(/[@=].*$/, "");
}
